using System.Net;
using System.Net.Sockets;
using System.Text;
using Pooling.Buffers;

namespace Pooling.Samples.RespClient;

/// <summary>A server for the demonstration, with PING, ECHO, GET and SET. It allocates nothing for a command on a known key, so that what
/// is measured is the client's.</summary>
internal sealed class MiniRedis : IDisposable
{
    private const int MaxAnswers = 64 * 1024; // bytes that are collected before they are sent, and one answer more

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public MiniRedis()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        EndPoint = _listener.LocalEndPoint!;
        new Thread(Accept) { IsBackground = true }.Start();
    }

    public EndPoint EndPoint { get; }

    public void Dispose() => _listener.Dispose();

    private void Accept()
    {
        while (true)
        {
            try
            {
                Socket socket = _listener.Accept();
                new Thread(() => Serve(socket)) { IsBackground = true }.Start();
            }
            catch (SocketException)
            {
                Thread.Sleep(100); // the client has gone, no file is left, or the server was disposed
            }
            catch (ObjectDisposedException)
            {
                return;
            }
        }
    }

    private static void Serve(Socket socket)
    {
        var values = new Dictionary<string, byte[]>(StringComparer.Ordinal);
        byte[] received = new byte[4 << 20];
        var answers = new PooledArrayBufferWriter<byte>();
        int count = 0;
        try
        {
            socket.NoDelay = true;
            while (socket.Receive(received.AsSpan(count)) is > 0 and int read)
            {
                count += read;
                int consumed = 0;
                while (AnswerSome(received.AsSpan(consumed, count - consumed), values, answers) is > 0 and int length)
                {
                    consumed += length;
                    for (ReadOnlySpan<byte> rest = answers.WrittenSpan; !rest.IsEmpty;)
                        rest = rest[socket.Send(rest)..];

                    answers.ResetWrittenCount();
                }

                count -= consumed;
                received.AsSpan(consumed, count).CopyTo(received);
            }
        }
        catch (Exception exception) when (exception is SocketException or InvalidDataException or ArgumentException)
        {
            // The client has gone, or has sent something malformed.
        }

        socket.Dispose();
        answers.Dispose();
    }

    // Answers commands that were received completely, until enough is collected, and returns their length.
    private static int AnswerSome(
        ReadOnlySpan<byte> received, Dictionary<string, byte[]> values, PooledArrayBufferWriter<byte> answers)
    {
        int consumed = 0;
        while (answers.WrittenCount < MaxAnswers && TryAnswer(received[consumed..], values, answers, out int length))
            consumed += length;

        return consumed;
    }

    private static bool TryAnswer(
        ReadOnlySpan<byte> received, Dictionary<string, byte[]> values, PooledArrayBufferWriter<byte> answers, out int length)
    {
        var reader = new BufferReader(received);
        ReadOnlySpan<byte> key = default, value = default;
        length = 0;
        if (!reader.TryAdvance(1) || !reader.TryReadAsciiNumber(out int parts, "\r\n"u8) || !TryReadString(ref reader, out var command)
            || (parts > 1 && !TryReadString(ref reader, out key)) || (parts > 2 && !TryReadString(ref reader, out value)))
        {
            return false;
        }

        length = reader.Consumed;
        Span<char> characters = stackalloc char[64];
        var known = values.GetAlternateLookup<ReadOnlySpan<char>>();
        ReadOnlySpan<char> name = characters[..Encoding.ASCII.GetChars(key[..Math.Min(key.Length, 64)], characters)];
        if (command.SequenceEqual("PING"u8))
        {
            answers.Write("+PONG\r\n"u8);
        }
        else if (command.SequenceEqual("ECHO"u8))
        {
            WriteString(answers, key);
        }
        else if (command.SequenceEqual("GET"u8))
        {
            if (known.TryGetValue(name, out byte[]? found))
                WriteString(answers, found);
            else
                answers.Write("$-1\r\n"u8);
        }
        else if (command.SequenceEqual("SET"u8))
        {
            if (known.TryGetValue(name, out byte[]? old) && old.Length == value.Length)
                value.CopyTo(old);
            else
                known[name] = value.ToArray();

            answers.Write("+OK\r\n"u8);
        }
        else
        {
            answers.Write("-ERR unknown command\r\n"u8);
        }

        return true;
    }

    private static bool TryReadString(scoped ref BufferReader reader, out ReadOnlySpan<byte> text)
    {
        text = default;
        return reader.TryAdvance(1) && reader.TryReadAsciiNumber(out int length, "\r\n"u8) && reader.TryReadBytes(length, out text)
            && reader.TryAdvance(2);
    }

    private static void WriteString(PooledArrayBufferWriter<byte> answers, ReadOnlySpan<byte> text)
    {
        answers.WriteUtf8($"${text.Length}\r\n");
        answers.Write(text);
        answers.Write("\r\n"u8);
    }
}
