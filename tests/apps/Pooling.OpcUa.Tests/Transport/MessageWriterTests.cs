using System.Buffers.Binary;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Transport;

public class MessageWriterTests
{
    private static readonly TransportLimits s_small = new() { ReceiveBuffer = TransportLimits.MinBuffer };

    [Theory]
    [InlineData(0)]
    [InlineData(1900)]
    [InlineData(8160)]
    [InlineData(9000)]
    [InlineData(40_000)]
    public async Task EndLength_WhereverTheChunksAreCut_WritesTheBytesSince(int before)
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync(serverLimits: s_small);
        foreach (int within in (int[])[0, 1, 2000, 8192, 30_000])
        {
            MessageWriter message = pair.Client.BeginMessage(1);
            System.Buffers.BuffersExtensions.Write(message, new byte[before]);
            LengthMark mark = message.BeginLength();
            for (int i = 0; i < within; i++)
                message.Encoder.WriteByte(9);

            message.EndLength(mark);
            message.Encoder.WriteInt32(-1);
            Assert.Equal(before + within + 8, message.BodyLength);
            Assert.True(pair.Client.TrySend(message));
            byte[] body = pair.AtServer.Take().Body;
            Assert.Equal(before + within + 8, body.Length);
            Assert.Equal(within, BinaryPrimitives.ReadInt32LittleEndian(body.AsSpan(before)));
            Assert.Equal(-1, BinaryPrimitives.ReadInt32LittleEndian(body.AsSpan(^4)));
        }
    }

    [Fact]
    public async Task GetSpan_LongerThanAChunk_IsCutAfterwards()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync(serverLimits: s_small);
        MessageWriter message = pair.Client.BeginMessage(1);
        message.Encoder.WriteInt32(1);
        Span<byte> span = message.GetSpan(50_000);
        new Random(1).NextBytes(span[..50_000]);
        byte[] expected = span[..50_000].ToArray();
        message.Advance(50_000);
        message.Encoder.WriteInt32(2);
        Assert.True(pair.Client.TrySend(message));
        Assert.Equal(expected, pair.AtServer.Take().Body[4..^4]);
    }

    [Fact]
    public async Task Restart_ForgetsWhatWasWritten()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync();
        MessageWriter message = pair.Client.BeginMessage(1);
        System.Buffers.BuffersExtensions.Write(message, new byte[100_000]);
        message.Restart();
        message.Encoder.WriteInt32(5);
        Assert.True(pair.Client.TrySend(message));
        Assert.Equal([5, 0, 0, 0], pair.AtServer.Take().Body);
    }
}
