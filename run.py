#!/usr/bin/env python3
"""The commands of this project; the standard library is all they need.

    python3 run.py lab [OPTION...]    open the lessons in JupyterLab (options go to JupyterLab, e.g. --no-browser)
    python3 run.py test [STAGE...]    run every check and test, or the named stages only:
                                      lint types unit notebooks browser binder
    python3 run.py lock [OPTION...]   remake the lock files from pyproject.toml (--upgrade takes newer versions)

All of them make and use the project's own environment in the folder .venv beside this file, and install nothing
anywhere else. This file keeps to syntax that older Pythons can read, so that they can say what is needed.
"""

import errno
import hashlib
import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

OLDEST_PYTHON = (3, 11)
OLDEST_PIP = (22, 3)  # the first with "pip --python"
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
WINDOWS = os.name == "nt"
VENV_BIN = os.path.join(VENV, "Scripts" if WINDOWS else "bin")
VENV_PYTHON = os.path.join(VENV_BIN, "python.exe" if WINDOWS else "python")
STAMP = os.path.join(VENV, "sixtysix-installed.json")
HALF_MADE = os.path.join(VENV, "sixtysix-half-made")
PIP_LOG = os.path.join(VENV, "sixtysix-pip.log")
TEST_LOCK = os.path.join("tests", "requirements.txt")
BINDER_LOCK = os.path.join("binder", "requirements.txt")
LAB_SETTINGS = os.path.join("binder", "overrides.json")
FIRST_LESSON = "notebooks/00-start-here.ipynb"
JUPYTER_PORT = 8888
SIZE = {"lab": "500 MB", "test": "900 MB"}

# What pip's output has when it could not talk to the package index, the plainest words first.
UNREACHABLE = (
    r"Temporary failure in name resolution|Name or service not known|getaddrinfo failed|nodename nor servname",
    r"Network is unreachable|No route to host|Connection refused|Connection reset|Connection aborted|timed out",
    r"Cannot connect to proxy|ProxyError|NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout",
    r"RemoteDisconnected|Could not fetch URL|Max retries exceeded",
)


class Stop(Exception):
    """Something is missing or wrong; the message is the one sentence that the user gets."""


def say(text: str) -> None:
    print("run.py: " + text, flush=True)


# ---------------------------------------------------------------------------------------------------------------------
# What this computer has


def check_python(version: "tuple[int, ...]", executable: str) -> None:
    if version[:2] < OLDEST_PYTHON:
        raise Stop(
            "needs Python {}.{} or newer, this is {} ({}); start it with a newer one, for example: "
            "python3.12 run.py lab".format(*OLDEST_PYTHON, ".".join(str(part) for part in version[:3]), executable)
        )


def has_module(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def outer_pip() -> "tuple[int, ...]":
    """The version of the pip that belongs to the running Python, () without one."""
    done = subprocess.run([sys.executable, "-m", "pip", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    found = re.match(r"pip (\d+)\.(\d+)", done.stdout.decode("utf-8", "replace"))
    return (int(found.group(1)), int(found.group(2))) if done.returncode == 0 and found else ()


def base_python() -> str:
    """The running Python; the one behind it when it lives in the environment that is to be made."""
    inside = os.path.normcase(os.path.realpath(sys.prefix)) == os.path.normcase(os.path.realpath(VENV))
    return str(getattr(sys, "_base_executable", None) or sys.executable) if inside else sys.executable


def environment(**more: str) -> "dict[str, str]":
    """The variables that commands inside .venv get."""
    env = dict(os.environ, **more)
    env.pop("PYTHONHOME", None)
    env["PATH"] = VENV_BIN + os.pathsep + env.get("PATH", os.defpath)
    env["VIRTUAL_ENV"] = VENV
    return env


# ---------------------------------------------------------------------------------------------------------------------
# The project's own environment, .venv


# What pip installs for each command. The versions come from the lock of the tests, which has them all.
NEEDS = {"lab": ["--editable", ".[lab]"], "test": ["--editable", ".[test]"], "lock": ["uv"]}
LOCKS = []  # type: list[int]


def only_one_at_a_time() -> None:
    """Wait while another run.py is installing into the same .venv. The system frees the lock, however that one ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    folder = os.open(ROOT, os.O_RDONLY)  # kept open until this process ends
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("waiting for another run.py that is preparing .venv")
        fcntl.flock(folder, fcntl.LOCK_EX)
    except OSError:  # a file system without locks
        os.close(folder)
        return
    LOCKS.append(folder)


def let_others_go() -> None:
    while LOCKS:
        os.close(LOCKS.pop())


def venv_version() -> "tuple[int, ...]":
    """The Python version of .venv, () where it does not run."""
    try:
        done = subprocess.run(
            [VENV_PYTHON, "-c", "import sys; print(*sys.version_info[:3])"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        return tuple(int(part) for part in done.stdout.split()) if done.returncode == 0 else ()
    except (OSError, ValueError):
        return ()


def fingerprint(version: "tuple[int, ...]") -> str:
    """Changes with everything that .venv is made from."""
    digest = hashlib.sha256(repr((ROOT, version[:2])).encode())
    for name in ("pyproject.toml", TEST_LOCK, LAB_SETTINGS):
        path = os.path.join(ROOT, name)
        if os.path.exists(path):
            with open(path, "rb") as file:
                digest.update(file.read())
        digest.update(b"\0")
    return digest.hexdigest()


def installed() -> "dict[str, str]":
    """What the stamp says: for each extra, what it was installed from."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in stamp.items()} if isinstance(stamp, dict) else {}


def prepare(command: str) -> None:
    """Make .venv, or bring it up to date, so that it has what one command needs."""
    only_one_at_a_time()
    try:
        if os.path.exists(HALF_MADE):
            say("removing .venv, which an interrupted run left half made")
            shutil.rmtree(VENV)
        version = venv_version()
        stamp = installed()
        if version and stamp.get(command) == fingerprint(version):
            say("using .venv (Python {}), nothing to install".format(".".join(map(str, version))))
            return
        check_folder()
        if not version:
            make_venv()
            version = venv_version()
            stamp = {}
        else:
            check_venv(version)
        install(NEEDS[command], command)
        write_lab_settings()
        done = {name: value for name, value in stamp.items() if value == fingerprint(version)}
        for name in NEEDS if command == "test" else [command]:  # what the tests need has all that the others need
            done[name] = fingerprint(version)
        with open(STAMP, "w", encoding="utf-8") as file:
            json.dump(done, file, indent=1)
        if os.path.exists(HALF_MADE):
            os.remove(HALF_MADE)
    finally:
        let_others_go()


def check_folder() -> None:
    try:
        with tempfile.TemporaryFile(dir=VENV if os.path.isdir(VENV) else ROOT):
            pass
    except OSError as problem:
        raise Stop(
            f"cannot write into the folder {ROOT} ({problem.strerror}); copy the project to a folder of your own and "
            "start it there"
        ) from None


def check_venv(version: "tuple[int, ...]") -> None:
    if version[:2] < OLDEST_PYTHON:
        raise Stop(
            "the environment {} has Python {}, but {}.{} or newer is needed; remove that folder and run the same "
            "command again".format(VENV, ".".join(map(str, version)), *OLDEST_PYTHON)
        )


def make_venv() -> None:
    if not has_module("venv"):
        raise Stop(
            f"this Python ({sys.executable}) has no venv module, so it cannot make the project's environment; "
            "install it (Debian and Ubuntu: apt-get install python3-venv) and run the same command again"
        )
    with_pip = has_module("ensurepip")
    if not with_pip:
        check_outer_pip()
    if os.path.isdir(VENV) and os.listdir(VENV):
        if not os.path.exists(os.path.join(VENV, "pyvenv.cfg")):
            raise Stop(f"{VENV} is not a Python environment; move it away and run the same command again")
        say("removing .venv, whose Python no longer runs")
        shutil.rmtree(VENV)
    os.makedirs(VENV, exist_ok=True)
    mark_half_made()
    say("making the environment .venv with Python {}.{}.{}".format(*sys.version_info[:3]))
    output = ""
    for flags in ([], ["--without-pip"]) if with_pip else (["--without-pip"],):
        done = subprocess.run(
            [base_python(), "-m", "venv", *flags, VENV], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if done.returncode == 0:
            os.remove(HALF_MADE)
            return
        output = done.stdout.decode("utf-8", "replace")
        if outer_pip() < OLDEST_PIP:
            break
    raise Stop(f"the environment .venv could not be made; Python's venv module says: {last_line(output)}")


def mark_half_made() -> None:
    """Until this mark is gone, a run that ends leaves an environment that the next one must not trust."""
    with open(HALF_MADE, "w", encoding="utf-8"):
        pass


def check_outer_pip() -> None:
    version = outer_pip()
    if version < OLDEST_PIP:
        raise Stop(
            "this Python ({}) has neither ensurepip nor pip {}.{} or newer ({}), so nothing can be installed; install "
            "one of them (Debian and Ubuntu: apt-get install python3-pip) and run the same command again".format(
                sys.executable, *OLDEST_PIP, "its pip is {}.{}".format(*version) if version else "it has no pip"
            )
        )


def pip_command() -> "list[str]":
    """The pip of .venv; where it has none yet, the pip of the running Python, told to work on .venv."""
    done = subprocess.run([VENV_PYTHON, "-m", "pip", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if done.returncode == 0:
        return [VENV_PYTHON, "-m", "pip"]
    check_outer_pip()
    return [sys.executable, "-m", "pip", "--python", VENV_PYTHON]


def install(what: "list[str]", purpose: str) -> None:
    command = [*pip_command(), "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    if os.path.exists(os.path.join(ROOT, TEST_LOCK)):
        command += ["--constraint", TEST_LOCK]
    command += ["pip", *what]
    first = purpose != "lock" and not os.path.exists(STAMP)
    say(f"installing what {purpose!r} needs into .venv" + (f" (about a minute, {SIZE[purpose]})" if first else ""))
    log = []
    packages = 0
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(PIP_USER="0", PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        assert process.stdout is not None
        for raw in process.stdout:
            line = raw.decode("utf-8", "replace").rstrip()
            log.append(line)
            if line.startswith("Collecting"):
                packages += 1
                if packages % 25 == 0:
                    say(f"  {packages} packages looked up")
            elif line.startswith("Installing collected"):  # all is downloaded: from here on .venv changes
                mark_half_made()
                say("  writing {} packages".format(line.count(",") + 1))
        code = process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
    if code:
        with open(PIP_LOG, "w", encoding="utf-8") as file:
            file.write("\n".join(log) + "\n")
        raise Stop(explain_pip("\n".join(log)))


def explain_pip(output: str) -> str:
    """One sentence for a pip that failed."""
    if "No space left on device" in output:
        return (
            "there is no space left on the disk for .venv (it takes up to "
            + SIZE["test"]
            + "); make room and run it again"
        )
    unreachable = [found for found in (re.search(words, output) for words in UNREACHABLE) if found]
    if unreachable:
        return (
            f"the Python package index cannot be reached (pip says: {unreachable[0].group(0)}), and what is missing in "
            ".venv comes from there; check the network, the proxy and pip's index setting, then run it again"
        )
    errors = [line.strip()[7:] for line in output.splitlines() if line.strip().startswith("ERROR: ")]
    errors = [line for line in errors if not line.startswith("ResolutionImpossible")] or [last_line(output)]
    return f"pip could not install what is needed (its output is in {PIP_LOG}); it says: {errors[-1]}"


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "(nothing)"


def write_lab_settings() -> None:
    """Tell the JupyterLab of .venv not to open with its question about news."""
    folder = os.path.join(VENV, "share", "jupyter", "lab", "settings")
    os.makedirs(folder, exist_ok=True)
    shutil.copyfile(os.path.join(ROOT, LAB_SETTINGS), os.path.join(folder, "overrides.json"))


# ---------------------------------------------------------------------------------------------------------------------
# lab


def option(arguments: "list[str]", *names: str) -> "str | None":
    """The value of a command-line option, given as "--name value" or "--name=value"."""
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name in names:
            return value if equals or index + 1 == len(arguments) else arguments[index + 1]
    return None


def port_state(host: str, port: int) -> str:
    """'free', 'taken' or 'refused' (this user may not open it)."""
    try:
        addresses = socket.getaddrinfo(host or "localhost", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        return "free"  # JupyterLab itself will say what is wrong with the address
    for family, kind, protocol, _, address in addresses:
        with socket.socket(family, kind, protocol) as test:
            if not WINDOWS:
                test.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                test.bind(address)
            except OSError as problem:
                if problem.errno == errno.EADDRINUSE:
                    return "taken"
                if problem.errno == errno.EACCES:
                    return "refused"
    return "free"


def choose_port(arguments: "list[str]") -> "list[str]":
    """JupyterLab's options for the port; a port that the user asks for must be free."""
    host = option(arguments, "--ip", "--ServerApp.ip", "--LabApp.ip") or "localhost"
    wanted = option(arguments, "--port", "--ServerApp.port", "--LabApp.port")
    if wanted is None:
        for port in range(JUPYTER_PORT, JUPYTER_PORT + 100):
            if port_state(host, port) == "free":
                if port == JUPYTER_PORT:
                    return []
                say(f"port {JUPYTER_PORT} is taken, so JupyterLab gets port {port}")
                return [f"--port={port}"]
        raise Stop(
            f"the ports {JUPYTER_PORT} to {JUPYTER_PORT + 99} are all taken; close another JupyterLab or name a free "
            "port, for example: python3 run.py lab --port 9500"
        )
    if not re.match(r"\d+$", wanted) or not 0 < int(wanted) < 65536:
        raise Stop(f"--port {wanted}: a port is a whole number from 1 to 65535, for example: --port 9500")
    state = port_state(host, int(wanted))
    if state != "free":
        raise Stop(
            "port {} {}; name another one, for example: python3 run.py lab --port {}, or leave --port out and a free "
            "one is chosen".format(
                wanted,
                "is taken by another program" if state == "taken" else "may not be opened by this user",
                int(wanted) % 60000 + 1000,
            )
        )
    return ["--ServerApp.port_retries=0"]


def trust_lessons() -> None:
    """Tell Jupyter that the lessons are no strangers: else it hides their pictures until they are run."""
    lessons = []
    for name in ("notebooks", "exercises"):
        folder = os.path.join(ROOT, name)
        files = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        lessons += [os.path.join(folder, file) for file in files if file.endswith(".ipynb")]
    command = [VENV_PYTHON, "-m", "nbformat.sign", *lessons]
    # Where it cannot be done, the lessons open all the same.
    subprocess.run(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def lab(arguments: "list[str]") -> int:
    if not os.path.exists(os.path.join(ROOT, FIRST_LESSON)):
        raise Stop(f"{FIRST_LESSON} is missing in {ROOT}; get the whole project again")
    port = choose_port(arguments)
    prepare("lab")
    command = [VENV_PYTHON, "-m", "jupyterlab"]
    defaults = ["--ServerApp.root_dir=" + ROOT, "--LabApp.default_url=/lab/tree/" + FIRST_LESSON]
    # No language servers come with the lessons: without this JupyterLab lists all that are not there.
    defaults.append("--LanguageServerManager.autodetect=False")
    command += [default for default in defaults if option(arguments, default.partition("=")[0]) is None]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and "--allow-root" not in arguments:
        command.append("--allow-root")
    command += port + arguments
    trust_lessons()
    say(f"opening {FIRST_LESSON} in JupyterLab; Ctrl-C twice here ends it")
    os.chdir(ROOT)
    if not WINDOWS:
        os.execve(command[0], command, environment())  # JupyterLab takes over: signals go straight to it
    process = subprocess.Popen(command, env=environment())
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # JupyterLab has got it too and asks for itself
            continue


# ---------------------------------------------------------------------------------------------------------------------
# test


def run(command: "list[str]", **variables: str) -> int:
    """Run a command of .venv in the project's folder, showing it and all that it prints."""
    shown = ["python", *command[1:]] if command[0] == VENV_PYTHON else command
    print("$ " + " ".join(shown), flush=True)
    return subprocess.call(command, cwd=ROOT, env=environment(**variables))


def python(*arguments: str) -> "list[str]":
    return [VENV_PYTHON, *list(arguments)]


def lint() -> bool:
    checked = run(python("-m", "ruff", "check", "."))
    formatted = run(python("-m", "ruff", "format", "--check", "."))
    return not checked and not formatted


def types() -> bool:
    return not run(python("-m", "mypy"))


def unit() -> bool:
    """All of tests/ but benchmarks and the two stages below; and every example in the README and the package."""
    apart = ["--ignore=tests/bench", "--ignore=tests/browser", "--ignore=tests/test_binder.py"]
    places = ["tests", "sixtysix", "README.md"]
    return not run(
        python("-m", "pytest", "-n", "2", "--doctest-modules", "--doctest-glob=README.md", *(apart + places)),
    )


def notebook_folders() -> "list[str]":
    """Those of notebooks/ and exercises/ that have notebooks by now."""
    found = []
    for folder in ("notebooks", "exercises"):
        for _, folders, files in os.walk(os.path.join(ROOT, folder)):
            folders[:] = [name for name in folders if not name.startswith(".")]
            if any(name.endswith(".ipynb") for name in files) and folder not in found:
                found.append(folder)
    return found


def notebooks() -> bool:
    """Execute every notebook and compare each output with the one committed."""
    folders = notebook_folders()
    if not folders:
        print("there are no notebooks to execute", flush=True)
        return True
    with tempfile.TemporaryDirectory(prefix="sixtysix-") as home:
        # Nobody's own Jupyter settings, startup files or saved progress take part.
        own = {
            "IPYTHONDIR": os.path.join(home, "ipython"),
            "JUPYTER_CONFIG_DIR": os.path.join(home, "config"),
            "JUPYTER_DATA_DIR": os.path.join(home, "data"),
            "XDG_DATA_HOME": os.path.join(home, "share"),
            "XDG_STATE_HOME": os.path.join(home, "state"),
            "SIXTYSIX_PROGRESS": os.path.join(home, "progress.json"),
            "PLOTLY_RENDERER": "plotly_mimetype",
        }
        flags = ["--nbval", "--nbval-current-env", "--nbval-sanitize-with=tests/nbval.cfg", "-p", "tests.nbval_ipc"]
        spread = ["-n", "2", "--dist", "loadfile"]
        return not run(python("-m", "pytest", *(flags + spread + folders)), **own)


def browser() -> bool:
    """Play in a real Chromium."""
    if not has_tests(os.path.join(ROOT, "tests", "browser")):
        print("there are no browser tests", flush=True)
        return True
    # Looks for a browser and, failing that, downloads one into .venv; prints where it is.
    done = subprocess.run(python("-m", "tests.browser.chromium"), cwd=ROOT, env=environment(), stdout=subprocess.PIPE)
    if done.returncode:
        return False
    path = done.stdout.decode("utf-8").strip()
    print("browser: " + path, flush=True)
    return not run(python("-m", "pytest", "tests/browser"), SIXTYSIX_BROWSER=path)


def has_tests(folder: str) -> bool:
    return os.path.isdir(folder) and any(re.match(r"test_.*\.py$", name) for name in os.listdir(folder))


def binder() -> bool:
    """Do what Binder would do, without a container."""
    return not run(python("-m", "pytest", "tests/test_binder.py"))


STAGES = {
    "lint": lint,
    "types": types,
    "unit": unit,
    "notebooks": notebooks,
    "browser": browser,
    "binder": binder,
}


def test(arguments: "list[str]") -> int:
    unknown = [name for name in arguments if name not in STAGES]
    if unknown:
        raise Stop("test {}: there is no such stage; the stages are {}".format(unknown[0], " ".join(STAGES)))
    prepare("test")
    lines = []
    failed = 0
    for name in arguments or list(STAGES):
        print(f"\n=== {name} ===", flush=True)
        start = time.monotonic()
        passed = STAGES[name]()
        failed += not passed
        lines.append("{:<10} {:<7} {:6.1f} s".format(name, "passed" if passed else "FAILED", time.monotonic() - start))
    print("\n=== summary ===\n" + "\n".join(lines), flush=True)
    return 1 if failed else 0


# ---------------------------------------------------------------------------------------------------------------------
# lock


def lock(arguments: "list[str]") -> int:
    """tests/requirements.txt pins all that the tests need, binder/requirements.txt the run-time part of it."""
    prepare("lock")
    common = ["--universal", "--python-version", "{}.{}".format(*OLDEST_PYTHON), "--fork-strategy", "fewest"]
    common += ["--no-emit-index-url", "--no-emit-find-links", "--custom-compile-command", "python3 run.py lock"]
    common += ["--quiet", *arguments, "pyproject.toml"]
    for target, more in ((TEST_LOCK, ["--extra", "test"]), (BINDER_LOCK, ["--no-annotate", "--constraint", TEST_LOCK])):
        say("writing " + target)
        target = target.replace(os.sep, "/")
        if run(python("-m", "uv", "pip", "compile", "--output-file", target, *(more + common))):
            raise Stop(f"uv could not make {target}; what it says stands above")
    return 0


# ---------------------------------------------------------------------------------------------------------------------

COMMANDS = {"lab": lab, "test": test, "lock": lock}


def main(arguments: "list[str]") -> int:
    try:
        check_python(tuple(sys.version_info[:3]), sys.executable)
        if not arguments or arguments[0] in ("-h", "--help", "help"):
            print((__doc__ or "").strip())
            return 0 if arguments else 2
        if arguments[0] not in COMMANDS:
            raise Stop("{}: there is no such command; the commands are {}".format(arguments[0], " ".join(COMMANDS)))
        return COMMANDS[arguments[0]](arguments[1:])
    except Stop as problem:
        print("run.py: " + str(problem), file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        print("\nrun.py: stopped by Ctrl-C", file=sys.stderr, flush=True)
        return 130
    except OSError as problem:
        print(f"run.py: the system refused a step: {problem}", file=sys.stderr, flush=True)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
