// module.c: the three things that a sweep wants of MPI. Built as a module of its own and loaded only under mpirun, so that no
// other command waits for MPI to start.
#include "module.h"

#include <mpi.h>
#include <stdlib.h>

static int start(int *rank, int *size)
{
  if (MPI_Init(NULL, NULL)) return -1;
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
  return 0;
}

// n numbers of every rank, one after the other in the order of ranks, at rank 0. *all is to be freed.
static int gather(const double *mine, int n, double **all, int *total)
{
  int size, rank, *count, *at;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  count = calloc((size_t)size, 2 * sizeof *count);
  if (!count) return -1;
  at = count + size;
  MPI_Gather(&n, 1, MPI_INT, count, 1, MPI_INT, 0, MPI_COMM_WORLD);
  *total = 0;
  for (int i = 0; i < size && rank == 0; i++) {
    at[i] = *total;
    *total += count[i];
  }
  *all = rank == 0 ? calloc((size_t)*total + 1, sizeof **all) : NULL;
  int bad = MPI_Gatherv(mine, n, MPI_DOUBLE, *all, count, at, MPI_DOUBLE, 0, MPI_COMM_WORLD) || (rank == 0 && !*all);
  free(count);
  return bad ? -1 : 0;
}

static void stop(void) { MPI_Finalize(); }

const dv_mpi dv_mpi_module = {start, gather, stop};
