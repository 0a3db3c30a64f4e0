// planted.h: what somebody else may have put in our way.
#pragma once

// 1: in a folder where all may write (/tmp), the file or link of this name is of another user, who may lead us elsewhere by it.
int dv_is_planted(const char *path);
