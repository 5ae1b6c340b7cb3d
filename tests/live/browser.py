"""A headless Chromium, driven through the devtools protocol over a pipe: for tests of pictures. Needs nothing but the browser.

    with browser.tab('/tmp/picture.svg', 1200, 800) as tab:
        tab.eval('document.documentElement.dataset.ready')
        tab.wheel(600, 300, -120)
        tab.screenshot('/tmp/shot.png')
"""
import base64
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time


def find():
    """The browser's path, or None."""
    for name in ('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'):
        path = shutil.which(name)
        if path:
            return path
    return None


class Tab:
    def __init__(self, to_browser, from_browser, patience=60):
        self.to_browser, self.from_browser, self.patience = to_browser, from_browser, patience
        self.waiting, self.number, self.session = b'', 0, None
        self.log = []  # errors of scripts

    def _message(self, until):
        while b'\0' not in self.waiting:
            ready, _, _ = select.select([self.from_browser], [], [], max(0, until - time.monotonic()))
            if not ready:
                raise TimeoutError('the browser does not answer')
            part = os.read(self.from_browser, 1 << 20)
            if not part:
                raise EOFError('the browser has ended')
            self.waiting += part
        text, self.waiting = self.waiting.split(b'\0', 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        order = {'id': self.number, 'method': method, 'params': parameters}
        if self.session:
            order['sessionId'] = self.session
        data = json.dumps(order).encode() + b'\0'
        while data:
            data = data[os.write(self.to_browser, data):]
        until = time.monotonic() + self.patience
        while True:
            message = self._message(until)
            if message.get('method') == 'Runtime.exceptionThrown':
                self.log.append(json.dumps(message['params'])[:2000])
            if message.get('method') == 'Network.requestWillBeSent':
                self.log.append('request: ' + message['params']['request']['url'][:200])
            if message.get('id') == self.number:
                if 'error' in message:
                    raise RuntimeError(f'{method}: {message["error"]}')
                return message['result']

    def eval(self, text):
        result = self.call('Runtime.evaluate', expression=text, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(f'{text[:100]}: {json.dumps(result["exceptionDetails"])[:1000]}')
        return result['result'].get('value')

    def wait(self, text, seconds=30):
        """Until an expression is true."""
        until = time.monotonic() + seconds
        while not self.eval(text):
            if time.monotonic() > until:
                raise TimeoutError(text)
            time.sleep(0.02)

    def frame(self):
        """Until what was asked for is drawn."""
        self.eval('new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))')

    def mouse(self, kind, x, y, **more):
        self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, **more)

    def move(self, x, y):
        self.mouse('mouseMoved', x, y)
        self.frame()

    def wheel(self, x, y, by):
        self.mouse('mouseWheel', x, y, deltaX=0, deltaY=by)
        self.frame()

    def drag(self, x1, y1, x2, y2, shift=False, release=True):
        more = {'button': 'left', 'modifiers': 8 if shift else 0}
        self.mouse('mouseMoved', x1, y1)
        self.mouse('mousePressed', x1, y1, clickCount=1, buttons=1, **more)
        self.mouse('mouseMoved', (x1 + x2) / 2, y2, buttons=1, **more)
        self.mouse('mouseMoved', x2, y2, buttons=1, **more)
        if release:
            self.mouse('mouseReleased', x2, y2, clickCount=1, **more)
        self.frame()

    def click(self, x, y, count=1):
        self.mouse('mouseMoved', x, y)
        for i in range(count):
            self.mouse('mousePressed', x, y, button='left', buttons=1, clickCount=i + 1)
            self.mouse('mouseReleased', x, y, button='left', clickCount=i + 1)
        self.frame()

    def key(self, key, text=None):
        self.call('Input.dispatchKeyEvent', type='keyDown', key=key, **({'text': text} if text else {}))
        self.call('Input.dispatchKeyEvent', type='keyUp', key=key)
        self.frame()

    def type(self, text):
        for c in text:
            self.key(c, c)

    def screenshot(self, path):
        with open(path, 'wb') as out:
            out.write(base64.b64decode(self.call('Page.captureScreenshot', format='png')['data']))

    def pdf(self, path):
        with open(path, 'wb') as out:
            out.write(base64.b64decode(self.call('Page.printToPDF', printBackground=True, preferCSSPageSize=True)['data']))


@contextlib.contextmanager
def tab(path, width, height, dark=False):
    """A tab with the file in it, in a window of that size."""
    order_read, order_write = os.pipe()
    answer_read, answer_write = os.pipe()
    with tempfile.TemporaryDirectory(prefix='perf-browser-') as home:
        def child():
            os.dup2(order_read, 13)
            os.dup2(answer_write, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)
        command = [find(), '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars', '--no-first-run',
                   '--disable-background-networking', '--disable-extensions', '--remote-debugging-pipe', f'--user-data-dir={home}',
                   f'--window-size={width},{height}', 'about:blank']
        process = subprocess.Popen(command, preexec_fn=child, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(order_read)
        os.close(answer_write)
        driver = Tab(order_write, answer_read)
        try:
            target = driver.call('Target.createTarget', url='about:blank')['targetId']
            driver.session = driver.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
            driver.call('Runtime.enable')
            driver.call('Page.enable')
            driver.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
            driver.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}])
            driver.call('Page.addScriptToEvaluateOnNewDocument',
                        source='addEventListener("load", () => { window.readyAtLoad = document.documentElement.dataset.ready; });')
            driver.call('Page.navigate', url='file://' + os.path.abspath(path))
            driver.wait('document.readyState === "complete" && location.protocol === "file:"')
            driver.call('Network.enable')
            yield driver
        finally:
            os.close(order_write)
            os.close(answer_read)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
