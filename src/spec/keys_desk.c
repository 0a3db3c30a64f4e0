// keys_desk.c: keys of the operator's desk, of faults and of what people see.
#include "spec/keys_inside.h"

// clang-format off
#define GAMEPAD FROM_TO(0, 63), DEFAULT(-1)  // -1: none

static const dv_key press[] = {
  {"button", NUMBER("1"), GAMEPAD, TO(dv_press_spec, button), .doc = "of the gamepad, from 0"},
  {"key", DV_AS_TEXT, TO(dv_press_spec, key), .doc = "of the keyboard: a, space, shift, arrowup..."},
};
const dv_section dv_keys_press = KEYS("press", press);

static const dv_key modes[] = {
  {"names", DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_desk_spec, mode, nmode), .required = 1, .doc = "in the order in which they follow each other"},
  {"button", NUMBER("1"), GAMEPAD, TO(dv_desk_spec, next_mode.button), .doc = "of the gamepad, goes to the next"},
  {"key", DV_AS_TEXT, TO(dv_desk_spec, next_mode.key), .doc = "of the keyboard, goes to the next"},
};
const dv_section dv_keys_modes = KEYS("modes", modes);

static const dv_key control[] = {
  {"axis", NUMBER("1"), GAMEPAD, TO(dv_control_spec, axis), .doc = "of the gamepad, from 0: -1 to 1 spans the input's range around its value"},
  {"button", NUMBER("1"), GAMEPAD, TO(dv_control_spec, press.button), .doc = "of the gamepad, from 0: upper end of the range while it is pressed"},
  {"keys", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, BY_WHOLE(dv_form_keys), .doc = "of the keyboard: [down, up], or one that is pressed"},
  {"mode", DV_AS_TEXT, TO(dv_control_spec, mode), .doc = "works in this mode only"},
  {"scale", NUMBER("1"), DEFAULT(1), TO(dv_control_spec, scale), .doc = "share of the range at full deflection; negative: the stick the other way, not the keys"},
  {"dead_zone", NUMBER("1"), FROM_ZERO, TO(dv_control_spec, dead_zone), .doc = "deflection below which nothing happens (that of the operator)"},
  {"toggle", DV_AS_CHOICE, .words = "no|yes", TO(dv_control_spec, toggle), .doc = "a press switches, the next one switches back"},
  {"label", DV_AS_TEXT, TO(dv_control_spec, label), .doc = "what the operator reads"},
};
const dv_section dv_keys_control = KEYS("control", control);
static const dv_key a_control = {"control", DV_AS_MAP, .section = &dv_keys_control};

static const dv_key desk[] = {
  {"case", DV_AS_TEXT, TO(dv_desk_spec, case_name), .doc = "case that is driven live, if none is named"},
  {"dead_man", DV_AS_MAP, .section = &dv_keys_press, INSIDE(dv_desk_spec, dead_man), .doc = "must be held, or all controls are neutral"},
  {"modes", DV_AS_MAP, .section = &dv_keys_modes, HERE, .doc = "what the sticks move"},
  {"dead_zone", NUMBER("1"), FROM_ZERO, DEFAULT(0.1), TO(dv_desk_spec, dead_zone), .doc = "deflection below which nothing happens"},
  {"controls", DV_AS_NAMED, .each = &a_control, ITEMS(dv_desk_spec, control, ncontrol), .doc = "by the name of the input that it moves"},
};
const dv_section dv_keys_desk = KEYS("operator", desk);

static const dv_key fault[] = {
  {"input", DV_AS_TEXT, TO(dv_fault_spec, input), .required = 1, .doc = "input of the machine that makes the fault"},
  {"value", NUMBER(NULL), TO(dv_fault_spec, value), .required = 1, .doc = "of the input while the fault lasts"},
  {"doc", DV_AS_TEXT, TO(dv_fault_spec, doc), .doc = "what happens"},
};
const dv_section dv_keys_fault = KEYS("fault", fault);
const dv_key dv_key_fault = {"fault", DV_AS_MAP, .section = &dv_keys_fault};

static const dv_key display[] = {
  {"units", DV_AS_CHOICE, .words = "people|si", TO(dv_display_spec, si), .doc = "people: degrees, bar, kN, l/min, kW, mm; si: rad, Pa, N, m^3/s, W, m"},
  {"around", DV_AS_CHOICE, .words = "found|land|water", TO(dv_display_spec, around), .doc = "what the picture has around the machine; found: water where the machine has some"},
  {"ground", NUMBER("m"), DEFAULT(NAN), TO(dv_display_spec, ground), .doc = "height of the ground or sea floor in the picture, against gravity; default: as contacts and water say, else under the machine"},
};
const dv_section dv_keys_display = KEYS("display", display);
