// vocabulary.h: the kinds that a machine made of a robot names, as a person who wrote it would. The only place of them.
#pragma once

#define DV_WORD_SPRING "force.spring"
#define DV_WORD_EFFORT "force.effort"
#define DV_WORD_SERVO "force.servo"
#define DV_WORD_INPUT "signal.input"
#define DV_WORD_STATE "signal.state"
#define DV_WORD_FILTER "signal.filter"
#define DV_WORD_DAMPER "force.damper"
#define DV_WORD_WATER "marine.water"
#define DV_WORD_BUOYANCY "marine.buoyancy"
#define DV_WORD_ADDED_MASS "marine.added-mass"
#define DV_WORD_WATER_DAMPING "marine.damping"
#define DV_WORD_THRUSTER "marine.thruster"
#define DV_WORD_TOUCH "contact.point"
