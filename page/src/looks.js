// looks.js: what parts look like, by the `look` that their kind declares. A look is an object with update(t).
import { lineOf } from './draw.js';
import { cylinder, spring, damper, rope, winch, tether, lumps, plainLines, rods } from './lines.js';
import { belt, reeving } from './round.js';
import { thruster, support, grip, contact, profile, soil } from './things.js';
import { water } from './water.js';

const LOOKS = { cylinder, spring, damper, rope, winch, tether, lumps, thruster, support, grip, contact, profile, soil, reeving, belt };

export function makeLooks(machine) {
  const taken = new Set();
  const list = [];
  for (const part of machine.scene.parts) {
    const make = LOOKS[part.look];
    if (!make) continue;
    const line = lineOf(machine, part);
    if (line && taken.has(line)) continue;
    const look = make(machine, part);
    if (line && look) taken.add(line);
    if (look) list.push(look);
  }
  list.push(...plainLines(machine, taken), ...rods(machine));
  const sea = water(machine);
  if (sea) list.push(sea);
  return list;
}
