"""A client of `klava serve` with the text of one field, for tests and as an example for Python applications."""

import json
import os
import socket
import subprocess


class Client:
    """One connection, which applies the edits of each answer and of each pushed record to `text`."""

    def __init__(self, reader, writer, close, application="org.klava.test"):
        self.reader, self.writer, self.close = reader, writer, close
        self.number, self.text, self.selection, self.pushed = 0, "", (0, 0), []
        self.hello = self.request(hello={"version": 1, "application": application, "units": "utf-32"})["hello"]

    @classmethod
    def connect(cls, path, **options):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        stream = connection.makefile("rwb", buffering=0)

        def close():
            stream.close()
            connection.close()

        client = cls(connection.makefile("rb"), stream, close, **options)
        client.connection = connection
        return client

    @classmethod
    def start(cls, command, **options):
        """Starts `klava serve` on pipes."""
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        def close():
            process.stdin.close()
            process.wait()

        client = cls(process.stdout, process.stdin, close, **options)
        client.process = process
        return client

    def send(self, **members):
        self.number += 1
        self.write((json.dumps({"id": self.number, **members}) + "\n").encode())
        return self.number

    def write(self, line):
        while line:
            line = line[self.writer.write(line) :]
        self.writer.flush()

    def receive(self):
        line = self.reader.readline()
        if not line:
            raise EOFError("the server closed the connection")
        return json.loads(line)

    def apply(self, record):
        """Applies the edits of a record to the text."""
        for edit in record.get("edits", []):
            start, length = edit["range"]
            self.text = self.text[:start] + edit["text"] + self.text[start + length :]
            self.selection = tuple(edit["selection"])

    def request(self, **members):
        """Sends a request, and returns its answer. Pushed records that come before the answer are in `pushed`."""
        if "focus" in members:
            field = members["focus"]
            start = len(field.get("before", ""))
            self.text = field.get("before", "") + field.get("selected", "") + field.get("after", "")
            self.selection = (start, len(field.get("selected", "")))
        if "edit" in members:
            field = members["edit"]
            parts = [field.get(name, "") for name in ("before", "selected", "after")]
            self.text, self.selection = "".join(parts), (len(parts[0]), len(parts[1]))
        number = self.send(**members)
        while True:
            record = self.receive()
            # A record before the answer to `edit` or `focus` has edits of the text before this request.
            if not record.get("push") or not {"edit", "focus"} & members.keys():
                self.apply(record)
            if record.get("push"):
                self.pushed.append(record)
            else:
                assert record["id"] == number, record
                return record
