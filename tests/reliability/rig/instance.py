"""One `vedette serve` process: started, killed, paused and watched from outside."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.reliability.rig.http import Reply, ask
from tests.reliability.rig.origins import Origins

COMMAND = (
    # The process ends with this one, even if this one is killed.
    *(("setpriv", "--pdeathsig", "KILL", "--") if shutil.which("setpriv") else ()),
    str(Path(sys.executable).with_name("vedette")),
)
_STARTING = 60.0
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")


@dataclass
class Instance:
    name: str
    port: int
    settings: Sequence[str]
    directory: Path
    origins: Origins
    environ: Mapping[str, str] = field(default_factory=dict)
    starts: int = 0
    process: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.directory / f"{self.name}.log"

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def launch(self, **environ: str) -> None:
        """Start the process without waiting for it to listen."""
        assert not self.is_running, f"{self.name} runs already"
        command = [*COMMAND, "serve", *self.settings]
        command += ["cfg:server.http_addr=127.0.0.1", f"cfg:server.http_port={self.port}"]
        data = self.directory / self.name
        data.mkdir(exist_ok=True)
        command += [f"cfg:paths.data={data}", f"cfg:paths.logs={data}"]
        command += [f"cfg:instance_name={self.name}"]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                command,
                cwd=self.directory,
                env={**os.environ, "HOSTNAME": self.name, **self.environ, **environ},
                stdout=out,
                stderr=out,
            )
        self.origins.names[self.process.pid] = self.name
        self.starts += 1

    def start(self, **environ: str) -> "Instance":
        self.launch(**environ)
        self.wait_until_listening()
        return self

    def wait_until_listening(self) -> None:
        deadline = time.monotonic() + _STARTING
        while self.get("/healthz", timeout=1).status != 200:
            assert self.is_running, f"{self.name} ended at its start:\n{self.tail()}"
            assert time.monotonic() < deadline, f"{self.name} does not listen:\n{self.tail()}"
            time.sleep(0.05)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None

    def terminate(self, seconds: float = 20.0) -> float:
        """Stop the process and return the duration in seconds; it must end with status 0."""
        assert self.process is not None
        before = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(seconds)
        self.process = None
        assert status == 0, f"{self.name} ended with {status}:\n{self.tail()}"
        return time.monotonic() - before

    def wait_for_end(self, seconds: float) -> int:
        """Return the status of a process that ends by itself."""
        assert self.process is not None
        status = self.process.wait(seconds)
        self.process = None
        return status

    def pause(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        if self.is_running:
            self.resume()
        self.kill()

    def get(self, path: str, timeout: float = 5.0, **headers: str) -> Reply:
        return ask("GET", self.url + path, headers=headers, timeout=timeout)

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        return self._status()["VmRSS"] * 1024

    def resources(self) -> dict[str, float]:
        """Return the heap and the resident memory in MiB, open files and threads."""
        assert self.process is not None
        status = self._status()
        return {
            "heap": status["RssAnon"] / 1024,
            "resident": status["VmRSS"] / 1024,
            "files": len(os.listdir(f"/proc/{self.process.pid}/fd")),
            "threads": status["Threads"],
        }

    def _status(self) -> dict[str, int]:
        assert self.process is not None
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        pairs = (line.partition(":")[::2] for line in lines)
        numbers = ((name, value.removesuffix("kB").strip()) for name, value in pairs)
        return {name: int(value) for name, value in numbers if value.isdecimal()}

    def metrics(self) -> dict[str, float]:
        """Return the values of `/metrics` by name, with labels as text."""
        lines = self.get("/metrics").text.splitlines()
        pairs = (line.rpartition(" ") for line in lines if line and not line.startswith("#"))
        return {name: float(value) for name, _, value in pairs}

    def tail(self) -> str:
        return self.log.read_text(errors="replace")[-3000:] if self.log.exists() else ""
