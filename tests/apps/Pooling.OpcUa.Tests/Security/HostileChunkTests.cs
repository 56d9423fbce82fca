using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Channels;

namespace Pooling.OpcUa.Security;

/// <summary>Tests recorded chunks of a secured channel that are repeated, reordered or changed, at both ends, in both modes.</summary>
public class HostileChunkTests
{
    private static readonly StatusCode[] s_reasons =
    [
        StatusCodes.BadSecurityChecksFailed, StatusCodes.BadSecureChannelTokenUnknown, StatusCodes.BadTcpSecureChannelUnknown,
        StatusCodes.BadTcpMessageTypeInvalid, StatusCodes.BadTcpMessageTooLarge, StatusCodes.BadConnectionClosed,
        StatusCodes.BadTcpInternalError,
    ];

    public static TheoryData<MessageSecurityMode, bool> Ends => new()
    {
        { MessageSecurityMode.Sign, true },
        { MessageSecurityMode.Sign, false },
        { MessageSecurityMode.SignAndEncrypt, true },
        { MessageSecurityMode.SignAndEncrypt, false },
    };

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task Chunks_AsTheyWereRecorded_AreAccepted(MessageSecurityMode mode, bool toServer)
    {
        var traffic = new RecordedTraffic(mode, toServer);
        (List<uint> accepted, StatusCode status, long outstanding) = await traffic.PlayAsync(traffic.Chunks);
        Assert.Equal([1, 2, 3, 4, 5], accepted);
        Assert.Equal((StatusCodes.BadConnectionClosed, 0), (status, outstanding)); // the peer disconnected
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task Chunks_WithABitChangedInAnyByte_AreAcceptedUpToThere(MessageSecurityMode mode, bool toServer)
    {
        var traffic = new RecordedTraffic(mode, toServer);
        for (int index = 0; index < traffic.Chunks.Count; index++)
        {
            for (int place = 0; place < traffic.Chunks[index].Length; place++)
            {
                byte[][] chunks = [.. traffic.Chunks.Select(static chunk => chunk.ToArray())];
                chunks[index][place] ^= (byte)(1 << ((index + place) % 8));
                (List<uint> accepted, StatusCode status, long outstanding) = await traffic.PlayAsync(chunks);
                string where = $"chunk {index}, byte {place}: {status}";
                Assert.True(accepted.SequenceEqual(Enumerable.Range(1, Math.Min(index, 4)).Select(static id => (uint)id)), where);
                Assert.True(s_reasons.Contains(status) && outstanding == 0, where);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task Chunk_ThatComesAgain_EndsTheConnection(MessageSecurityMode mode, bool toServer)
    {
        var traffic = new RecordedTraffic(mode, toServer);
        for (int index = 0; index < 4; index++)
        {
            for (int again = 0; again <= index; again++)
            {
                List<byte[]> chunks = [.. traffic.Chunks];
                chunks.Insert(index + 1, chunks[again].ToArray());
                (List<uint> accepted, StatusCode status, long outstanding) = await traffic.PlayAsync(chunks);
                Assert.Equal(index + 1, accepted.Count);
                Assert.Equal((StatusCodes.BadSequenceNumberInvalid, 0), (status, outstanding));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task Chunks_InAnotherOrder_EndTheConnection(MessageSecurityMode mode, bool toServer)
    {
        var traffic = new RecordedTraffic(mode, toServer);
        for (int index = 0; index + 1 < traffic.Chunks.Count; index++)
        {
            List<byte[]> chunks = [.. traffic.Chunks];
            (chunks[index], chunks[index + 1]) = (chunks[index + 1], chunks[index]);
            (List<uint> accepted, StatusCode status, long outstanding) = await traffic.PlayAsync(chunks);
            int most = index == 0 ? 1 : index; // any number may be the first
            Assert.InRange(accepted.Count, 0, most);
            Assert.Equal((StatusCodes.BadSequenceNumberInvalid, 0), (status, outstanding));
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task Chunks_SentBack_AreNotAccepted(MessageSecurityMode mode, bool toServer)
    {
        var traffic = new RecordedTraffic(mode, toServer);
        (List<uint> accepted, StatusCode status, long outstanding) = await traffic.PlayAsync(new RecordedTraffic(mode, !toServer).Chunks);
        Assert.Empty(accepted);
        Assert.Equal((StatusCodes.BadSecurityChecksFailed, 0), (status, outstanding));
    }
}
