using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Transport;

public class UaConnectionTests
{
    private static readonly TransportLimits s_small = new() { ReceiveBuffer = TransportLimits.MinBuffer };

    [Fact]
    public async Task Message_OfAnyLength_ArrivesAsItWasSent()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync(serverLimits: s_small);
        foreach (int length in Lengths(TransportLimits.MinBuffer - 24))
        {
            byte[] body = Bytes(length);
            ConnectionPair.Send(pair.Client, (uint)length, body);
            (MessageType type, uint id, byte[] received) = pair.AtServer.Take();
            Assert.Equal((MessageType.Message, (uint)length), (type, id));
            Assert.Equal(body, received);
        }
    }

    [Fact]
    public async Task Message_ThroughAPolicyOfBlocks_ArrivesAsItWasSent()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync(clientLimits: s_small, serverLimits: s_small);
        pair.Renew(2, new BlockSecurity());
        foreach (int length in Lengths(TransportLimits.MinBuffer - 16 - 8 - 33 - 15))
        {
            byte[] body = Bytes(length);
            ConnectionPair.Send(pair.Client, 1, body);
            Assert.Equal(body, pair.AtServer.Take().Body);
            ConnectionPair.Send(pair.Server, 2, body);
            Assert.Equal(body, pair.AtClient.Take().Body);
        }
    }

    [Fact]
    public async Task Hello_BothEndsAgreeOnTheSmallerBuffers()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync(
            new TransportLimits { ReceiveBuffer = 10_000, SendBuffer = 20_000, MaxMessageSize = 1_000_000, MaxChunkCount = 99 },
            new TransportLimits { ReceiveBuffer = 15_000, SendBuffer = 30_000, MaxMessageSize = 2_000_000, MaxChunkCount = 77 });
        Assert.Equal(new NegotiatedLimits(15_000, 10_000, 1_000_000, 99), pair.Server.Negotiated);
        Assert.Equal(new NegotiatedLimits(10_000, 15_000, 2_000_000, 77), pair.Client.Negotiated);
        Assert.Equal("opc.tcp://test", await pair.AtServer.Connected.Task);
    }

    [Fact]
    public async Task TrySend_LongerThanThePeerTakes_Throws()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync(
            serverLimits: s_small with { MaxMessageSize = 20_000, MaxChunkCount = 9 });
        MessageWriter message = pair.Client.BeginMessage(1);
        System.Buffers.BuffersExtensions.Write(message, Bytes(20_001));
        TransportException exception = Assert.Throws<TransportException>(() => pair.Client.TrySend(message));
        message.Dispose();
        Assert.Equal(StatusCodes.BadEncodingLimitsExceeded, exception.Status);

        ConnectionPair.Send(pair.Client, 2, Bytes(20_000)); // and the connection remains open
        Assert.Equal(20_000, pair.AtServer.Take().Body.Length);
    }

    [Fact]
    public async Task Message_LongerThanAllowedNow_EndsTheConnection()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync(serverLimits: s_small);
        pair.Server.MaxMessageSize = 10_000;
        ConnectionPair.Send(pair.Client, 1, Bytes(10_001));
        await pair.EndAsync();
        Assert.Equal(StatusCodes.BadTcpMessageTooLarge, pair.Server.CloseStatus);
        Assert.Equal((StatusCodes.BadTcpMessageTooLarge, true), (pair.Client.CloseStatus, pair.Client.IsClosedByPeer));
    }

    [Fact]
    public async Task Renew_OldTokenInFlight_IsStillTaken()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync();
        pair.Server.Channel.Renew(7, Token(2), isSentAtOnce: false);
        ConnectionPair.Send(pair.Client, 1, Bytes(10)); // with the old token, because the client does not know the new one
        ConnectionPair.Send(pair.Server, 2, Bytes(10)); // with the old token, because the client has not used the new one
        Assert.Equal(1u, pair.AtServer.Take().RequestId);
        Assert.Equal(2u, pair.AtClient.Take().RequestId);

        pair.Client.Channel.Renew(7, Token(2), isSentAtOnce: true);
        ConnectionPair.Send(pair.Client, 3, Bytes(10));
        Assert.Equal(3u, pair.AtServer.Take().RequestId);
        ConnectionPair.Send(pair.Server, 4, Bytes(10));
        Assert.Equal(4u, pair.AtClient.Take().RequestId);
    }

    [Fact]
    public async Task Renew_Twice_TheFirstTokenIsNotTaken()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync();
        pair.Server.Channel.Renew(7, Token(2), isSentAtOnce: false);
        pair.Server.Channel.Renew(7, Token(3), isSentAtOnce: false);
        ConnectionPair.Send(pair.Client, 1, Bytes(10));
        await pair.EndAsync();
        Assert.Equal(StatusCodes.BadSecureChannelTokenUnknown, pair.Client.CloseStatus);
    }

    [Fact]
    public async Task Renew_SendingTokenHasExpired_SendsWithTheNextOne()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync(lifetime: TimeSpan.FromMilliseconds(1));
        while (!pair.Server.Channel.HasExpired || !pair.Client.Channel.HasExpired)
            await Task.Delay(1);

        pair.Renew(2);
        ConnectionPair.Send(pair.Server, 1, Bytes(10)); // the client has sent nothing with the second token
        Assert.Equal(1u, pair.AtClient.Take().RequestId);

        pair.Server.Channel.Renew(7, Token(3), isSentAtOnce: false);
        ConnectionPair.Send(pair.Server, 2, Bytes(10)); // with the second, because the client does not know the third
        Assert.Equal(2u, pair.AtClient.Take().RequestId);
    }

    [Fact]
    public async Task Renew_TwiceWithoutAMessage_SendsWithATokenThatTheClientHas()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync();
        pair.Renew(2);
        pair.Renew(3); // the client forgets the first token
        ConnectionPair.Send(pair.Server, 1, Bytes(10));
        Assert.Equal(1u, pair.AtClient.Take().RequestId);
    }

    [Fact]
    public async Task Token_Expired_IsNotTaken()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync();
        pair.Renew(2, lifetime: TimeSpan.FromMilliseconds(1));
        while (!pair.Server.Channel.HasExpired)
            await Task.Delay(1);

        ConnectionPair.Send(pair.Client, 1, Bytes(10));
        await pair.EndAsync();
        Assert.Equal(StatusCodes.BadSecureChannelTokenUnknown, pair.Client.CloseStatus);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task TrySend_PeerThatReadsNothing_IsRefusedAtTheLimitUnlessItIsAResponse(bool isResponse)
    {
        var limits = new TransportLimits { MaxQueuedBytes = 1 << 20, Write = TimeSpan.FromMilliseconds(200) };
        (System.Net.Sockets.Socket client, System.Net.Sockets.Socket server) = await ConnectionPair.ConnectAsync();
        using var memory = new TransportMemory();
        var connection = new UaConnection(server, memory, limits, isServer: true);
        connection.Channel.Renew(1, Token(1), isSentAtOnce: true);
        Task run = connection.RunAsync(new RecordingSink());
        bool wasRefused = false;
        // Until the system's buffers were full for a while, too. A send that comes to its end late makes room again.
        while (!wasRefused || connection.HasRoom || !connection.IsStalled(Environment.TickCount64))
        {
            wasRefused = !TrySend(isResponse: false);
            Assert.InRange(memory.SendingBytes, 0, 2 << 20);
            if (wasRefused)
                await Task.Delay(1);
        }

        if (isResponse)
            Assert.True(TrySend(isResponse: true));

        connection.Abort(StatusCodes.BadTimeout);
        await run.WaitAsync(ConnectionPair.Patience);
        Assert.Equal((0, 0), (memory.Outstanding, memory.SendingBytes));
        client.Dispose();

        bool TrySend(bool isResponse)
        {
            MessageWriter message = connection.BeginMessage(1);
            System.Buffers.BuffersExtensions.Write(message, Bytes(60_000));
            return connection.TrySend(message, isResponse);
        }
    }

    [Fact]
    public async Task Fail_ByEitherThread_NotifiesThePeerWhy()
    {
        await using ConnectionPair pair = await ConnectionPair.OpenAsync();
        pair.Server.Fail(StatusCodes.BadServerHalted, "enough");
        await pair.EndAsync();
        Assert.Equal((StatusCodes.BadServerHalted, "enough"), (pair.Client.CloseStatus, pair.Client.CloseReason));
        Assert.True(pair.Client.IsClosedByPeer);
    }

    [Theory]
    [InlineData(MessageSecurityMode.None)]
    [InlineData(MessageSecurityMode.Sign)]
    [InlineData(MessageSecurityMode.SignAndEncrypt)]
    [Trait("Category", "Allocation")]
    public async Task Messages_OnceWarm_AllocateNothing(MessageSecurityMode mode)
    {
        const int Count = 400;
        const int Window = 16;
        const int Most = 8 * Count; // of the whole process: the test host allocates, too
        await using ConnectionPair pair = await ConnectionPair.OpenAsync();
        pair.Secure(2, mode);
        byte[] small = Bytes(300);
        byte[] large = Bytes(200_000); // four chunks
        int done = 0;
        pair.AtServer.Received = _ => Interlocked.Increment(ref done);
        long least = long.MaxValue;
        for (int round = 0; round < 200 && least >= Most; round++) // code that allocates in each round never gets below
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            int first = Volatile.Read(ref done);
            for (int i = 0; i < Count; i++)
            {
                ConnectionPair.Send(pair.Client, 1, i % 10 == 0 ? large : small);
                for (var wait = default(SpinWait); Volatile.Read(ref done) - first < i - Window && !pair.Server.IsClosed;)
                    wait.SpinOnce(sleep1Threshold: -1);
            }

            long end = Environment.TickCount64 + 30_000;
            while (Volatile.Read(ref done) - first < Count)
            {
                Assert.True(Environment.TickCount64 < end,
                    $"{done - first} of {Count} came, round {round}: {pair.Client.Fault} {pair.Server.Fault} "
                    + $"{pair.Client.CloseStatus} {pair.Server.CloseStatus} {pair.Client.QueuedBytes}");
                Thread.Sleep(1);
            }

            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        Assert.True(least < Most, $"{least} bytes for {Count} messages.");
    }

    private static ChannelToken Token(uint id) => new(id, TimeSpan.FromHours(1), NoSecurity.Instance, NoSecurity.Instance);

    private static IEnumerable<int> Lengths(int chunk) =>
        [0, 1, 100, 2000, 2040, 2048, 3000, chunk - 17, chunk - 1, chunk, chunk + 1, 2 * chunk, (2 * chunk) + 1, 100_000, 1_000_000];

    private static byte[] Bytes(int length)
    {
        var bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        return bytes;
    }
}
