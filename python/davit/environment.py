"""Many machines to learn from: reset and step as is usual in reinforcement learning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, Tuple

import numpy as np

from ._values import doubles
from .batch import Batch
from .errors import UseError
from .machine import Machine


@dataclass(frozen=True)
class Box:
    """What an action or an observation may be: low <= value <= high."""

    low: np.ndarray
    high: np.ndarray
    dtype: Any = np.float64

    @property
    def shape(self) -> Tuple[int, ...]:
        return self.low.shape

    def contains(self, value: Any) -> bool:
        value = np.asarray(value)
        return value.shape == self.shape and bool(np.all((self.low <= value) & (value <= self.high)))

    def sample(self, rng: Optional[np.random.Generator] = None) -> np.ndarray:
        rng = rng or np.random.default_rng()
        return rng.uniform(np.maximum(self.low, -1e6), np.minimum(self.high, 1e6))


Reward = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]


class VectorEnv:
    """n machines side by side: arrays in, arrays out.

        env = davit.VectorEnv(machine, 64, act=["lever"], observe=["x", "x.rate"], dt=0.01, horizon=5,
                              reward=lambda before, action, after: -after[:, 0]**2,
                              ended=lambda seen: abs(seen[:, 0]) > 1,
                              start=lambda rng, n: {"x": rng.uniform(-0.1, 0.1, n)})
        seen, info = env.reset(seed=1)
        seen, reward, terminated, truncated, info = env.step(action)   # [64][2], [64], [64], [64], dict

    A run that ended (`ended`), or could not go on, is terminated; one that reached the horizon, s, is truncated. Both start anew in the same step:
    `seen` has their first observation, info["final_obs"] their last, info["_final_obs"] says which. Actions are clipped to the ranges of the
    inputs. `start` draws states and parameters of n runs that begin. No package is needed; spaces have the usual names.
    """

    def __init__(self, machine: Machine, n: int, act: Sequence[str], observe: Sequence[str], dt: float, reward: Optional[Reward] = None,
                 ended: Optional[Callable[[np.ndarray], np.ndarray]] = None, horizon: Optional[float] = None,
                 start: Optional[Callable[[np.random.Generator, int], Mapping[str, Any]]] = None, method: Optional[str] = None,
                 step: Optional[float] = None, threads: int = 0, seed: Optional[int] = None):
        if not (isinstance(dt, (int, float)) and 0 < dt < float("inf")):
            raise UseError(f"error: a control step of {dt!r} s")
        self.machine, self.num_envs, self.dt, self.horizon = machine, n, float(dt), horizon
        self.batch: Batch = machine.batch(n, threads, method, step)
        self._act, self._see = machine.model.levers(tuple(act)), machine.model.handles(tuple(observe))
        self._reward, self._ended, self._start = reward, ended, start
        self._rng = np.random.default_rng(seed)
        self._steps = np.zeros(n, int)
        self._seen = np.zeros((n, self._see.size))
        self.single_action_space = self._box(self._act)
        self.single_observation_space = self._box(self._see, states=True)
        spread = lambda box: Box(np.tile(box.low, (n, 1)), np.tile(box.high, (n, 1)))
        self.action_space, self.observation_space = spread(self.single_action_space), spread(self.single_observation_space)

    def _box(self, handles: np.ndarray, states: bool = False) -> Box:
        rows = [self.machine.variables[i] for i in handles]
        wrong = [v.name for v in rows if not states and not v.settable]
        if wrong:
            raise UseError(f"error: '{wrong[0]}' cannot be set while the machine runs; actions are inputs, states or parameters")
        free = lambda v: states and v.role != "input"
        return Box(np.array([-np.inf if free(v) else v.least for v in rows]), np.array([np.inf if free(v) else v.most for v in rows]))

    # ---- the usual two

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        """All runs begin anew; seed: of what `start` draws. Observations [n][quantity], and a dict."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._begin(np.ones(self.num_envs, bool))
        self._seen = self.batch.get(self._see)
        return self._seen.copy(), {}

    def step(self, action: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        """Goes on by dt under the actions [n][inputs]."""
        action = doubles(action, "actions")
        if action.shape != (self.num_envs, self._act.size):
            raise UseError(f"error: actions of shape {action.shape}, where {(self.num_envs, self._act.size)} was expected")
        box = self.single_action_space
        self.batch.set(self._act, np.clip(action, box.low, box.high))
        self.batch.step(self.dt, failures="ignore")
        self._steps += 1
        before, seen = self._seen, self.batch.get(self._see)
        failed = self.batch.failed.copy()
        terminated = failed | self._truth(seen)
        truncated = ~terminated & (self._steps * self.dt >= self.horizon - 1e-9 * self.dt) if self.horizon else np.zeros(self.num_envs, bool)
        reward = self._rewards(before, action, seen)
        info: Dict[str, Any] = {"failed": failed}
        done = terminated | truncated
        if done.any():
            info["final_obs"], info["_final_obs"] = seen.copy(), done
            self._begin(done)
            seen = self.batch.get(self._see)
        self._seen = seen
        return seen.copy(), reward, terminated, truncated, info

    def close(self) -> None:
        """Frees the runs."""
        self.batch.close()

    # ---- inside

    def _truth(self, seen: np.ndarray) -> np.ndarray:
        if self._ended is None:
            return np.zeros(self.num_envs, bool)
        return self._shaped(self._ended(seen), "ended").astype(bool)

    def _rewards(self, before: np.ndarray, action: np.ndarray, seen: np.ndarray) -> np.ndarray:
        if self._reward is None:
            return np.zeros(self.num_envs)
        return self._shaped(self._reward(before, action, seen), "reward").astype(float)

    def _shaped(self, value: Any, what: str) -> np.ndarray:
        value = np.asarray(value)
        if value.shape != (self.num_envs,):
            raise UseError(f"error: `{what}` gives shape {value.shape}, where ({self.num_envs},) was expected")
        return value

    def _begin(self, which: np.ndarray) -> None:
        self.batch.reset(which)
        self._steps[which] = 0
        if self._start is None:
            return
        n = int(which.sum())
        drawn = self._start(self._rng, n)
        handles = self.machine.model.levers(tuple(drawn))
        values = np.column_stack([np.broadcast_to(doubles(value, f"'{name}'"), (n,)) for name, value in drawn.items()]) if drawn else None
        for row, i in enumerate(np.flatnonzero(which)):
            if values is not None:
                self.batch[int(i)].set(handles, values[row])

    def __repr__(self) -> str:
        return f"<davit.VectorEnv of {self.num_envs} {self.machine.name}, every {self.dt:g} s>"
