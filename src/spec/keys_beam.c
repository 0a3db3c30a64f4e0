// keys_beam.c: keys of elastic bodies.
#include "spec/keys_inside.h"

// clang-format off
static const dv_key section_keys[] = {
  {"A", NUMBER("m^2"), FROM_ZERO, TO(dv_section_spec, is.A), .doc = "area"},
  {"Iy", NUMBER("m^4"), FROM_ZERO, TO(dv_section_spec, is.Iy), .doc = "second moment about y, of z^2: bending along z (default: Iz)"},
  {"Iz", NUMBER("m^4"), FROM_ZERO, TO(dv_section_spec, is.Iz), .doc = "second moment about z, of y^2: bending along y (default: Iy)"},
  {"J", NUMBER("m^4"), FROM_ZERO, TO(dv_section_spec, is.J), .doc = "torsion constant (default: Iy + Iz)"},
  {"shear", NUMBER("1"), ABOVE_ZERO, TO(dv_section_spec, shear), .doc = "shear area over area (5/6; of box, tube and I their own)"},
  {"fibres", NUMBERS(2, "m"), TO(dv_section_spec, fibres), .doc = "distances of the outer fibres along y and z, for stresses"},
  {"box", TRIPLE("m"), ABOVE_ZERO, TO(dv_section_spec, box), .doc = "hollow box: height along y, width along z, wall"},
  {"tube", NUMBERS(2, "m"), ABOVE_ZERO, TO(dv_section_spec, tube), .doc = "outer diameter, wall"},
  {"I", NUMBERS(4, "m"), ABOVE_ZERO, TO(dv_section_spec, profile), .doc = "height along y, width along z, flange, web"},
  {"table", DV_AS_ROWS | DV_AS_MAP, .section = &dv_keys_csv, BY(dv_form_sections, dv_section_spec, table), .doc = "rows x, A, Iy, Iz, J of a beam that changes along its length, or {csv: file}"},
};
const dv_section dv_keys_beam_section = KEYS("section", section_keys);

static const dv_key material[] = {
  {"E", NUMBER("Pa"), ABOVE_ZERO, DEFAULT(210e9), TO(dv_beam_spec, is.data.E), .doc = "Young's modulus"},
  {"G", NUMBER("Pa"), ABOVE_ZERO, TO(dv_beam_spec, is.data.G), .doc = "shear modulus (E/2.6)"},
  {"density", NUMBER("kg/m^3"), ABOVE_ZERO, DEFAULT(7850), TO(dv_beam_spec, is.data.density), .doc = "density"},
};
const dv_section dv_keys_material = KEYS("material", material);

static const dv_key beam_modes[] = {
  {"bending_y", NUMBER("1"), FROM_TO(0, 12), TO(dv_beam_spec, is.data.count[DV_BEND_Y]), .doc = "modes that deflect along y"},
  {"bending_z", NUMBER("1"), FROM_TO(0, 12), TO(dv_beam_spec, is.data.count[DV_BEND_Z]), .doc = "modes that deflect along z"},
  {"torsion", NUMBER("1"), FROM_TO(0, 12), TO(dv_beam_spec, is.data.count[DV_TWIST]), .doc = "modes that twist"},
  {"axial", NUMBER("1"), FROM_TO(0, 12), TO(dv_beam_spec, is.data.count[DV_STRETCH]), .doc = "modes that stretch"},
};
const dv_section dv_keys_beam_modes = KEYS("modes", beam_modes);

static const dv_key beam_damping[] = {
  {"ratio", DV_AS_NUMBER | DV_AS_LIST, .unit = "1", SERIES(dv_damping_spec, ratio, nratio), .doc = "of critical, for all modes or one each"},
  {"alpha", NUMBER("1/s"), TO(dv_damping_spec, alpha), .doc = "Rayleigh: times modal mass"},
  {"beta", NUMBER("s"), TO(dv_damping_spec, beta), .doc = "Rayleigh: times modal stiffness"},
  {"coefficient", DV_AS_NUMBER | DV_AS_TEXT, .unit = "N s/m", BY(dv_form_input, dv_damping_spec, coefficient), .doc = "of every mode (of torsion in N m s/rad), or a signal"},
};
const dv_section dv_keys_beam_damping = KEYS("damping", beam_damping);

static const dv_key beam_mass[] = {
  {"at", NUMBER("m"), TO(dv_beam_mass, at), .required = 1, .doc = "distance from the beam's origin"},
  {"mass", NUMBER("kg"), FROM_ZERO, TO(dv_beam_mass, mass), .required = 1, .doc = "point mass on the beam's axis"},
};
const dv_section dv_keys_beam_mass = KEYS("mass on a beam", beam_mass);
static const dv_key a_beam_mass = {"mass", DV_AS_MAP, .section = &dv_keys_beam_mass};

static const dv_key beam[] = {
  {"length", NUMBER("m"), ABOVE_ZERO, TO(dv_beam_spec, is.data.length), .required = 1, .doc = "from the body's origin along its axis"},
  {"axis", DV_AS_CHOICE, .words = "x|y|z", TO(dv_beam_spec, is.axis), .doc = "body axis that lies along the beam; the beam's y and z are the next two"},
  {"section", DV_AS_MAP, .section = &dv_keys_beam_section, INSIDE(dv_beam_spec, section), .required = 1, .doc = "areas and second moments"},
  {"material", DV_AS_MAP, .section = &dv_keys_material, HERE, .doc = "steel by default"},
  {"theory", DV_AS_CHOICE, .words = "euler-bernoulli|timoshenko", TO(dv_beam_spec, is.data.timoshenko), .doc = "without or with shear deformation"},
  {"modes", DV_AS_NUMBER | DV_AS_MAP, .unit = "1", FROM_TO(0, 12), .section = &dv_keys_beam_modes, BY_WHOLE(dv_form_beam_modes), .doc = "a number: of bending modes along y and along z; 0: rigid"},
  {"shapes", DV_AS_CHOICE, .words = "hinged-hinged|clamped-free|clamped-clamped|free-free|polynomial|craig-bampton", TO(dv_beam_spec, is.data.ends), .doc = "ends that the modes are made for: hinged-hinged (the frame is the chord) by default"},
  {"shapes_z", DV_AS_CHOICE, .words = "same|hinged-hinged|clamped-free|clamped-clamped|free-free|polynomial|craig-bampton", TO(dv_beam_spec, is.data.ends_z), .doc = "ends of bending along z, where they are others than those of `shapes`"},
  {"elements", NUMBER("1"), FROM_TO(0, DV_ELEMENTS_MOST), TO(dv_beam_spec, is.data.elements), .doc = "finite elements that bending shapes come from; 0: closed forms (Timoshenko and Craig-Bampton: 16)"},
  {"polynomials", DV_AS_ROWS, BY_WHOLE(dv_form_polynomials), .doc = "shapes: polynomial: coefficients by power of x/length; default (x/length)^2, ^3, ..."},
  {"stiffening", DV_AS_CHOICE, .words = "false|true", TO(dv_beam_spec, is.data.shortens), .doc = "bending draws points nearer: spinning and hanging beams stiffen"},
  {"pins", DV_AS_CHOICE, .words = "section|chord", TO(dv_beam_spec, is.chord), .doc = "what joints on the beam turn with: the section that they sit on, or the beam's frame (angles between chords)"},
  {"damping", DV_AS_MAP, .section = &dv_keys_beam_damping, INSIDE(dv_beam_spec, damping), LATER, .doc = "of the structure"},
  {"masses", DV_AS_ITEMS, .each = &a_beam_mass, ITEMS(dv_beam_spec, is.data.mass, is.data.nmass), .doc = "point masses on the beam"},
  {"stations", DV_AS_LIST, .unit = "m", SERIES(dv_beam_spec, is.station, is.nstation), LATER, .doc = "where section loads, stresses and displacements are recorded"},
};
const dv_section dv_keys_beam = KEYS("beam", beam);

static const dv_key modal[] = {
  {"file", DV_AS_TEXT, BY(dv_form_modal, dv_modal_spec, table), .required = 1, .doc = "table of stiffnesses, nodes and mode shapes; relative to this file"},
  {"damping", DV_AS_MAP, .section = &dv_keys_beam_damping, INSIDE(dv_modal_spec, damping), LATER, .doc = "of the structure"},
};
const dv_section dv_keys_modal = KEYS("modal", modal);
