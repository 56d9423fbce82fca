using System.Buffers.Text;
using System.Net.Sockets;

namespace Pooling.Services.Loads;

/// <summary>A connection with one request at a time.</summary>
/// <param name="socket">The socket.</param>
/// <param name="answer">The body that every response must have.</param>
internal sealed class HttpConnection(Socket socket, byte[] answer)
{
    private readonly byte[] _buffer = new byte[(2 * answer.Length) + 16_384];

    /// <summary>Gets the time at which the last request was to be sent.</summary>
    public long Intended { get; private set; }

    public void Send(ReadOnlySpan<byte> request, long intended)
    {
        Intended = intended;
        socket.Send(request);
    }

    /// <summary>Receives a response, and compares its body.</summary>
    public async ValueTask ReceiveAnswerAsync()
    {
        int count = 0;
        do
        {
            int read = await socket.ReceiveAsync(_buffer.AsMemory(count));
            if (read == 0)
                throw new InvalidDataException("The service has closed a connection, or its answer is too long.");

            count += read;
        }
        while (!IsWhole(_buffer.AsSpan(0, count)));
    }

    private bool IsWhole(ReadOnlySpan<byte> received)
    {
        int end = received.IndexOf("\r\n\r\n"u8);
        if (end < 0)
            return false;

        ReadOnlySpan<byte> head = received[..(end + 2)];
        ReadOnlySpan<byte> body = received[(end + 4)..];
        if (!head.StartsWith("HTTP/1.1 200"u8))
            throw new InvalidDataException("The service has refused a request.");

        int length = head.IndexOf("Content-Length: "u8);
        if (length < 0)
            return body.EndsWith("\r\n0\r\n\r\n"u8) && IsRight(body);

        Utf8Parser.TryParse(head[(length + "Content-Length: ".Length)..], out int expected, out _);
        if (expected != answer.Length || (body.Length == expected && !body.SequenceEqual(answer)))
            throw new InvalidDataException("An answer differs from the first one.");

        return body.Length == expected;
    }

    private bool IsRight(ReadOnlySpan<byte> chunks)
    {
        ReadOnlySpan<byte> rest = answer;
        while (Utf8Parser.TryParse(chunks, out int length, out int digits, 'x') && length > 0)
        {
            chunks = chunks[(digits + 2)..];
            if (length > rest.Length || !chunks[..length].SequenceEqual(rest[..length]))
                throw new InvalidDataException("An answer differs from the first one.");

            rest = rest[length..];
            chunks = chunks[(length + 2)..];
        }

        return rest.IsEmpty ? true : throw new InvalidDataException("An answer is shorter than the first one.");
    }
}
