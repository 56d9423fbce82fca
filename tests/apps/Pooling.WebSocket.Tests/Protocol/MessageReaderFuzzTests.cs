using WebSockets.Protocol.Messages;
using static Pooling.WebSockets.Protocol.FrameBytes;

namespace Pooling.WebSockets.Protocol;

/// <summary>Tests random data in random pieces. The pieces do not change the result, nothing throws, and all memory is returned
/// undamaged.</summary>
public sealed class MessageReaderFuzzTests
{
    private const int Rounds = 3000;

    private static readonly MessageLimits s_limits = new() { MaxMessage = 40_000, MaxFragments = 50, ReceiveBuffer = 1024 };

    [Fact]
    public void Read_OfAnything_IsTheSameInAnyPieces()
    {
        var random = new Random(2026);
        int failed = 0;
        for (int round = 0; round < Rounds; round++)
        {
            byte[] bytes = Stream(random);
            Damage(random, bytes, round % 3);
            ReaderRun whole = ReaderRun.Of(bytes, int.MaxValue, s_limits);
            ReaderRun pieces = ReaderRun.Of(bytes, random.Next(1, 2000), s_limits);
            ReaderRun single = ReaderRun.Of(bytes, 1, s_limits);

            Assert.Equal(string.Join('\n', single.Events), string.Join('\n', whole.Events));
            Assert.Equal(string.Join('\n', single.Events), string.Join('\n', pieces.Events));
            failed += single.HasFailed ? 1 : 0;
        }

        Assert.InRange(failed, Rounds / 10, Rounds - (Rounds / 10)); // so that both were seen
    }

    private static byte[] Stream(Random random)
    {
        var frames = new List<byte[]>();
        for (int count = random.Next(1, 8); count > 0; count--)
        {
            if (random.Next(4) == 0)
                frames.Add(Frame(random.Next(2) == 0 ? Ping : Pong, Some(random, random.Next(126))));

            int fragments = random.Next(1, 5);
            int opcode = random.Next(1, 3);
            for (int i = 0; i < fragments; i++)
            {
                int length = random.Next(6) switch
                {
                    0 => 0,
                    1 => random.Next(126),
                    2 => random.Next(900, 1100),
                    3 => random.Next(9000),
                    _ => random.Next(300),
                };
                byte[] payload = opcode == Text ? [.. Enumerable.Repeat((byte)'x', length)] : Some(random, length);
                frames.Add(Frame(i == 0 ? opcode : Continuation, payload, i == fragments - 1));
                if (random.Next(8) == 0)
                    frames.Add(Frame(Ping, Some(random, 3)));
            }
        }

        if (random.Next(3) == 0)
            frames.Add(CloseFrame(random.Next(900, 5100), "bye"));

        return Join([.. frames]);
    }

    private static void Damage(Random random, byte[] bytes, int times)
    {
        for (; times > 0; times--)
            bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
    }

    private static byte[] Some(Random random, int length)
    {
        byte[] bytes = new byte[length];
        random.NextBytes(bytes);
        return bytes;
    }
}
