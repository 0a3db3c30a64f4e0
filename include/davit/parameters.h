// parameters.h: a kind's parameters, declared once: one list makes the struct that its laws read, the table and the indices.
//
//   DV_PARAMETERS(
//       DV_P(stiffness, "N/m", DV_REQUIRED, 0, 1e12, "of the stop")    a number: name, unit, default, least, greatest, doc
//       DV_GROUP(oil, oil_par, OIL_PARAMETERS)                         those of a shared header: p->oil.bulk
//       DV_HOLDS(dry_par dry)                                          a member that holds numbers whose places are named
//       DV_P_AT(dry.coulomb, coulomb, "N", 0, 0, 1e8, "friction")      a number, and its place
//       DV_P_EACH(kp, "*", 0, 0, 1e30, "gain")                         a list over the kind's `each`, "kp[]"; not in the struct
//       DV_P_ROW(mass, "*", 0, 0, 1e30, "mass")                        a list over its task's rows, "mass[row]"
//       DV_DERIVED(real gain)                                          what `prepare` computes; after all numbers
//   );
//
// makes `par`, `params`, P_stiffness ... (place in the table; P_oil is the group's first) and L_kp ... (number of a list). Where
// the order of struct and table could differ, it does not compile. The list has no commas between its rows and may have comments.
#pragma once

#include <assert.h>
#include <stddef.h>

#define DV_PARAMETERS(...)                                                                                                       \
  typedef struct {                                                                                                               \
    DV_FIELDS(__VA_ARGS__)                                                                                                       \
  } par;                                                                                                                         \
  enum { DV_INDICES(__VA_ARGS__) P_COUNT };                                                                                      \
  enum { DV_LISTS(__VA_ARGS__) L_COUNT };                                                                                        \
  DV_ORDERS(__VA_ARGS__)                                                                                                         \
  static const dv_param params[] = {DV_PARAMETER_ROWS(__VA_ARGS__)};                                                             \
  static_assert(DV_COUNT(params) == P_COUNT, "each row has an index")

// A group's struct, and where a number stands in it.
#define DV_GROUP_STRUCT(name, ...)                                                                                               \
  typedef struct {                                                                                                               \
    DV_FIELDS(__VA_ARGS__)                                                                                                       \
  } name
#define DV_PLACE(type, member) ((int)(offsetof(type, member) / sizeof(real)))

// A kind without parameters.
#define DV_NO_PARAMETERS                                                                                                         \
  typedef struct {                                                                                                               \
    real none;                                                                                                                   \
  } par

// Rows of a list.
#define DV_P(...) (P, __VA_ARGS__)
#define DV_P_AT(...) (P_AT, __VA_ARGS__)
#define DV_P_EACH(...) (P_EACH, __VA_ARGS__)
#define DV_P_ROW(...) (P_ROW, __VA_ARGS__)
#define DV_HOLDS(...) (HOLDS, __VA_ARGS__)
#define DV_DERIVED(...) (HOLDS, __VA_ARGS__)
#define DV_GROUP(...) (GROUP, __VA_ARGS__)

// A walk over a list: A takes the first row and leaves B before the second, B leaves A, ...; what is left at the end vanishes.
#define DV_WALK(...) DV_WALK_(__VA_ARGS__)
#define DV_WALK_(...) __VA_ARGS__##_END

// The struct's members.
#define DV_FIELDS(...) DV_WALK(DV_FIELD_A __VA_ARGS__)
#define DV_FIELD_A(what, ...) DV_FIELD_##what(__VA_ARGS__) DV_FIELD_B
#define DV_FIELD_B(what, ...) DV_FIELD_##what(__VA_ARGS__) DV_FIELD_A
#define DV_FIELD_A_END
#define DV_FIELD_B_END
#define DV_FIELD_P(name, ...) real name;
#define DV_FIELD_P_AT(...)
#define DV_FIELD_P_EACH(...)
#define DV_FIELD_P_ROW(...)
#define DV_FIELD_HOLDS(...) __VA_ARGS__;
#define DV_FIELD_GROUP(field, type, ...) type field;

// Places in the table.
#define DV_INDICES(...) DV_WALK(DV_INDEX_A __VA_ARGS__)
#define DV_INDEX_A(what, ...) DV_INDEX_##what(__VA_ARGS__) DV_INDEX_B
#define DV_INDEX_B(what, ...) DV_INDEX_##what(__VA_ARGS__) DV_INDEX_A
#define DV_INDEX_A_END
#define DV_INDEX_B_END
#define DV_INDEX_P(name, ...) P_##name,
#define DV_INDEX_P_AT(place, name, ...) P_##name,
#define DV_INDEX_P_EACH(name, ...) P_##name,
#define DV_INDEX_P_ROW(name, ...) P_##name,
#define DV_INDEX_HOLDS(...)
#define DV_INDEX_GROUP(field, type, ...) P_##field, P_##field##_last = P_##field + DV_ROWS_IN(__VA_ARGS__) - 1,

#define DV_ROWS_IN(...) (0 DV_WALK(DV_ONE_A __VA_ARGS__))
#define DV_ONE_A(what, ...) DV_ONE_##what DV_ONE_B
#define DV_ONE_B(what, ...) DV_ONE_##what DV_ONE_A
#define DV_ONE_A_END
#define DV_ONE_B_END
#define DV_ONE_P +1
#define DV_ONE_HOLDS

// Numbers of lists.
#define DV_LISTS(...) DV_WALK(DV_LIST_A __VA_ARGS__)
#define DV_LIST_A(what, ...) DV_LIST_##what(__VA_ARGS__) DV_LIST_B
#define DV_LIST_B(what, ...) DV_LIST_##what(__VA_ARGS__) DV_LIST_A
#define DV_LIST_A_END
#define DV_LIST_B_END
#define DV_LIST_P(...)
#define DV_LIST_P_AT(...)
#define DV_LIST_P_EACH(name, ...) L_##name,
#define DV_LIST_P_ROW(name, ...) L_##name,
#define DV_LIST_HOLDS(...)
#define DV_LIST_GROUP(...)

// The table.
#define DV_PARAMETER_ROWS(...) DV_WALK(DV_LINE_A __VA_ARGS__)
#define DV_LINE_A(what, ...) DV_LINE_##what(__VA_ARGS__) DV_LINE_B
#define DV_LINE_B(what, ...) DV_LINE_##what(__VA_ARGS__) DV_LINE_A
#define DV_LINE_A_END
#define DV_LINE_B_END
#define DV_LINE_P(name, ...) {#name, __VA_ARGS__},
#define DV_LINE_P_AT(place, name, ...) {#name, __VA_ARGS__},
#define DV_LINE_P_EACH(name, ...) {#name "[]", __VA_ARGS__},
#define DV_LINE_P_ROW(name, ...) {#name "[row]", __VA_ARGS__},
#define DV_LINE_HOLDS(...)
#define DV_LINE_GROUP(field, type, ...) DV_WALK(DV_INNER_A __VA_ARGS__)

#define DV_INNER_A(what, ...) DV_INNER_##what(__VA_ARGS__) DV_INNER_B
#define DV_INNER_B(what, ...) DV_INNER_##what(__VA_ARGS__) DV_INNER_A
#define DV_INNER_A_END
#define DV_INNER_B_END
#define DV_INNER_P(name, ...) {#name, __VA_ARGS__},
#define DV_INNER_HOLDS(...)

// Number i of the table is number i of the struct; lists come after all numbers.
#define DV_ORDERS(...) DV_WALK(DV_ORDER_A __VA_ARGS__)
#define DV_ORDER_A(what, ...) DV_ORDER_##what(__VA_ARGS__) DV_ORDER_B
#define DV_ORDER_B(what, ...) DV_ORDER_##what(__VA_ARGS__) DV_ORDER_A
#define DV_ORDER_A_END
#define DV_ORDER_B_END
#define DV_ORDER_P(name, ...) DV_ORDER(DV_PLACE(par, name), name)
#define DV_ORDER_P_AT(place, name, ...) DV_ORDER(DV_PLACE(par, place), name)
#define DV_ORDER_P_EACH(name, ...) DV_ORDER((int)P_COUNT - (int)L_COUNT + (int)L_##name, name)
#define DV_ORDER_P_ROW(name, ...) DV_ORDER((int)P_COUNT - (int)L_COUNT + (int)L_##name, name)
#define DV_ORDER_HOLDS(...)
#define DV_ORDER_GROUP(field, type, ...) DV_ORDER(DV_PLACE(par, field), field)
#define DV_ORDER(place, name) static_assert((place) == (int)P_##name, #name " stands elsewhere in the table than in the struct");
