using System.Buffers;
using System.Buffers.Text;
using System.Text;
using Pooling.Buffers;

namespace WebSockets.App.Soaking;

/// <summary>Messages that are identified by a number. A message consists of the number in 16 digits, and a text whose position and length
/// depend on the number. Received messages are compared completely.</summary>
internal static class SoakMessages
{
    private const int Digits = 16;
    private const int Long = 16 * 1024;
    private const int Short = 1024;
    private const int LongEach = 64; // messages
    private static readonly StandardFormat s_format = new('x', Digits);
    private static readonly byte[] s_text = CreateText();

    /// <summary>Writes a message.</summary>
    public static void Write(PooledArrayBufferWriter<byte> buffer, long number)
    {
        Utf8Formatter.TryFormat(number, buffer.GetSpan(Digits), out int written, s_format);
        buffer.Advance(written);
        buffer.Write(Rest(number));
    }

    /// <summary>Reads a message.</summary>
    /// <returns>The number; -1 if the message is not valid.</returns>
    public static long Read(in ReadOnlySequence<byte> message)
    {
        if (message.IsSingleSegment)
            return Read(message.FirstSpan);

        byte[] whole = ArrayPool<byte>.Shared.Rent((int)message.Length);
        try
        {
            message.CopyTo(whole);
            return Read(whole.AsSpan(0, (int)message.Length));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(whole);
        }
    }

    /// <inheritdoc cref="Read(in ReadOnlySequence{byte})"/>
    public static long Read(ReadOnlySpan<byte> message) =>
        message.Length >= Digits && Utf8Parser.TryParse(message[..Digits], out long number, out int read, 'x') && read == Digits
        && number >= 0 && message[Digits..].SequenceEqual(Rest(number))
            ? number
            : -1;

    private static ReadOnlySpan<byte> Rest(long number)
    {
        int length = number % LongEach == LongEach - 1 ? Long : (int)(number * 37 % Short);
        return s_text.AsSpan((int)(number * 101 % (s_text.Length - Long)), length);
    }

    // Words, which compress like the text of applications.
    private static byte[] CreateText()
    {
        string[] words = ["temperature", "pressure", "valve", "open", "closed", "unit", "price", "line", "12.50", "0.1", "true"];
        var text = new StringBuilder();
        var random = new Random(21);
        while (text.Length < Long * 4)
            text.Append(words[random.Next(words.Length)]).Append(random.Next(1000)).Append(' ');

        return Encoding.ASCII.GetBytes(text.ToString());
    }
}
