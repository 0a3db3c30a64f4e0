// sandbox_rights.h: this process gives up its rights for good; private to this folder.
#pragma once

// May read the one file (NULL: none), write to what is open, take memory and end; all else fails with EPERM. 0, or -1: the kernel
// has the means and refused. A kernel without them: 0.
int dv_sandbox_lock(const char *path);
// May read what lies below the folder and write nowhere. A kernel without the means: no file can be opened any more.
int dv_sandbox_lock_folder(const char *folder);
