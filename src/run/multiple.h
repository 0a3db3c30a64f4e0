// multiple.h: multiples of a period, counted from t = 0 and never added up, so that every run hits the same instants.
#pragma once

double dv_times_multiple(double k, double period);           // k period; k / n for a period of 1/n, which rounds once
double dv_times_next(double t, double period, double near);  // first multiple that is later than t by more than near
int dv_times_is_multiple(double t, double period, double near);
