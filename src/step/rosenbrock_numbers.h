// rosenbrock_numbers.h: the coefficients of ROS34PW2 (rosenbrock.c says whose), for its steps and for their slopes.
#pragma once

enum { DV_ROS_STAGES = 4 };
static const double dv_ros_g = 0.435866521508459;
static const double dv_ros_alpha[DV_ROS_STAGES][DV_ROS_STAGES] = {
    {0,                   0,                    0, 0},
    {0.87173304301691801, 0,                    0, 0},
    {0.84457060015369423, -0.11299064236484185, 0, 0},
    {0,                   0,                    1, 0},
};
static const double dv_ros_gamma[DV_ROS_STAGES][DV_ROS_STAGES] = {
    {0,                    0,                    0,                   0},
    {-0.87173304301691801, 0,                    0,                   0},
    {-0.90338057013044082, 0.054180672388095326, 0,                   0},
    {0.24212380706095346,  -1.2232505839045147,  0.54526025533510214, 0},
};
static const double dv_ros_weight[DV_ROS_STAGES] = {0.24212380706095346, -1.2232505839045147, 1.5452602553351020,
                                                    0.435866521508459};
// Between: xi(u h) = sum (u b_i + u (u - 1) c_i) k_i with sum c_i = sum c_i g_i = 0, sum c_i a_i = 1/2, so of order 2 with any J;
// and what decays at once is on a straight line from its start to zero.
static const double dv_ros_curve[DV_ROS_STAGES] = {0.858067440073007415, 10.3429523876368934, -10.0019597901121108,
                                                   -1.19906003759778996};
// F_t is a difference over this share of the step.
static const double dv_ros_later = 0x1p-10;
