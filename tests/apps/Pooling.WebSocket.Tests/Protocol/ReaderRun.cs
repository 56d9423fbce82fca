using System.Buffers;
using System.Text;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Frames;
using WebSockets.Protocol.Memory;
using WebSockets.Protocol.Messages;

namespace Pooling.WebSockets.Protocol;

/// <summary>Passes bytes to a reader in pieces, and records the results.</summary>
internal sealed class ReaderRun
{
    public List<string> Events { get; } = [];

    /// <summary>Gets the number of messages that the reader announced before it inflated them.</summary>
    public int Announced { get; private set; }

    /// <summary>Gets the number of bytes that were passed when it failed; all if it did not.</summary>
    public int Fed { get; private set; }

    public bool HasFailed { get; private set; }

    /// <param name="bytes">The received bytes.</param>
    /// <param name="chop">The number of bytes that are received at once.</param>
    /// <param name="limits">The limits of the reader.</param>
    /// <param name="role">The end of the reader.</param>
    /// <param name="keepsContext">Whether compressed messages refer to earlier ones; <see langword="null"/> without compression.</param>
    /// <param name="isAnnounced">Whether the reader reports a compressed message before it inflates it.</param>
    public static ReaderRun Of(
        byte[] bytes, int chop, MessageLimits? limits = null, EndpointRole role = EndpointRole.Server, bool? keepsContext = null,
        bool isAnnounced = false)
    {
        MessageInflater? inflater = keepsContext is { } keeps ? new MessageInflater(keeps, isAnnounced) : null;
        var pool = new PoisonPool();
        var run = new ReaderRun();
        using (var memory = new WebSocketMemory(pool: pool))
        {
            using (var reader = new MessageReader(role, limits ?? new MessageLimits(), memory, null, inflater))
                run.Feed(reader, bytes, chop);

            Assert.Equal(0, memory.Outstanding);
            Assert.Equal(0, memory.Receiving.Used);
        }

        pool.AssertAllReturned();
        return run;
    }

    private void Feed(MessageReader reader, byte[] bytes, int chop)
    {
        while (Fed < bytes.Length)
        {
            Memory<byte> memory = reader.GetMemory();
            int count = Math.Min(Math.Min(chop, bytes.Length - Fed), memory.Length);
            Assert.NotEqual(0, count);
            bytes.AsSpan(Fed, count).CopyTo(memory.Span);
            reader.Advance(count);
            Fed += count;
            ReadResult result;
            while ((result = reader.Read()) != ReadResult.NeedsMore)
            {
                if (result == ReadResult.CompressedMessage)
                {
                    Announced++;
                    continue;
                }

                Events.Add(Tell(reader, result));
                HasFailed = result == ReadResult.Failed;
                if (result is ReadResult.Failed or ReadResult.Close)
                    return;
            }
        }
    }

    private static string Tell(MessageReader reader, ReadResult result) => result switch
    {
        ReadResult.Message => $"{(reader.IsText ? "text" : "binary")} {Tell(reader.Message.ToArray())}",
        ReadResult.Ping => $"ping {Tell(reader.ControlPayload)}",
        ReadResult.Pong => $"pong {Tell(reader.ControlPayload)}",
        ReadResult.Close => $"close {reader.ClosedCode} {reader.ClosedReason}".TrimEnd(),
        _ => $"fail {reader.Violation.Code}",
    };

    public static string Tell(ReadOnlySpan<byte> payload) => payload.Length <= 130
        ? Encoding.Latin1.GetString(payload)
        : $"{payload.Length} {Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(payload))}";
}
