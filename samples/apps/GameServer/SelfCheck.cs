using System.Buffers;
using System.Net;
using System.Security.Cryptography;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.GameServer.After;
using Pooling.GameServer.Connections;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Sessions;
using Pooling.GameServer.World;
using Pooling.Objects;

namespace Pooling.GameServer;

/// <summary>Checks framing, session cryptography, admission, dispatch, tick loop, sight and outbox, including copies in another
/// project.</summary>
internal static class SelfCheck
{
    /// <summary>Runs the checks.</summary>
    /// <param name="output">Receives the failures and the counts.</param>
    /// <returns>The exit code: 0 if all checks passed.</returns>
    public static int Run(TextWriter output)
    {
        int passed = 0;
        int failed = 0;
        CheckFraming(Check);
        CheckCrypto(Check);
        CheckAdmission(Check);
        CheckDispatch(Check);
        CheckTickLoop(Check);
        CheckSight(Check);
        CheckOutbox(Check);
        output.WriteLine($"Passed: {passed}, Failed: {failed}");
        return failed == 0 ? 0 : 1;

        void Check(string what, bool holds)
        {
            passed += holds ? 1 : 0;
            failed += holds ? 0 : 1;
            if (!holds)
                output.WriteLine($"FAILED {what}");
        }
    }

    private static void CheckFraming(Action<string, bool> check)
    {
        var header = new PacketHeader(Opcode.Chat, PacketFlags.Clear);
        using var writer = new PooledArrayBufferWriter<byte>();
        foreach (string text in (string[])["", "x", new string('y', ProtocolLimits.ChatText)])
        {
            writer.ResetWrittenCount();
            OutboundWriter.Write(writer, in header, new Chat { Text = text }, sealer: null);
            byte[] frame = writer.WrittenSpan.ToArray();
            var packet = Packet.Parser.ParseDelimitedFrom(new MemoryStream(frame));
            check($"protobuf reads a frame with {text.Length} characters",
                packet.Header.Type == Opcode.Chat && Chat.Parser.ParseFrom(packet.Payload).Text == text);

            var received = new ReadOnlySequence<byte>(frame);
            check("a frame is split off",
                FrameSplitter.TryTake(ref received, ProtocolLimits.ClientFrame, out ReadOnlySequence<byte> inner) == FrameStatus.Complete
                    && received.IsEmpty);
            byte[] bytes = inner.ToArray();
            check("a frame is read", PacketEnvelope.TryRead(bytes, out PacketHeader read, out Range payload) && read == header
                && Chat.Parser.ParseFrom(bytes[payload]).Text == text);
        }

        var hostile = new ReadOnlySequence<byte>([0xff, 0xff, 0xff, 0x7f]);
        check("an oversized length is refused",
            FrameSplitter.TryTake(ref hostile, ProtocolLimits.ClientFrame, out _) == FrameStatus.TooLong);
    }

    private static void CheckCrypto(Action<string, bool> check)
    {
        using var client = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
        using var server = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
        byte[] clientRandom = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);
        byte[] serverRandom = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);
        var ofClient = SessionKeys.Derive(client, isServer: false, clientRandom, SessionKeys.ExportPublicKey(server), serverRandom,
            HandshakeHeaders.Current);
        var ofServer = SessionKeys.Derive(server, isServer: true, serverRandom, SessionKeys.ExportPublicKey(client), clientRandom,
            HandshakeHeaders.Current);
        check("both ends have the same keys", ofServer.Confirms(ofServer: false, ofClient.Confirmation(ofServer: false)));

        using var sealer = new PacketSealer(ofClient.ClientToServer, rekeyAfter: 2);
        using var opener = new PacketOpener(ofServer.ClientToServer, minPackets: 2);
        var header = new PacketHeader(Opcode.Ping, PacketFlags.Encrypted);
        byte[] payload = new byte[PacketSealer.Overhead + 3];
        for (byte i = 0; i < 5; i++)
        {
            payload.AsSpan(PacketSealer.NonceLength, 3).Fill(i);
            sealer.Seal(in header, payload);
            byte[] copy = [.. payload];
            byte[] tampered = [.. payload];
            tampered[^1] ^= 1;
            check("a tampered packet is refused", opener.Open(header, tampered, out _) == OpenStatus.BadTag);
            check("a packet is opened", opener.Open(header, payload, out Span<byte> content) == OpenStatus.Opened
                && content.SequenceEqual((ReadOnlySpan<byte>)[i, i, i]));
            check("a repeated packet is refused", opener.Open(header, copy, out _) == OpenStatus.Replay);
        }


        check("the key was changed", opener.Epoch == 2);
        using var back = new PacketSealer(ofServer.ServerToClient);
        using var backOpener = new PacketOpener(ofClient.ServerToClient);
        back.Seal(in header, payload); // is not sent
        back.Seal(in header, payload);
        check("a packet after a gap is refused", backOpener.Open(header, payload, out _) == OpenStatus.Gap);
    }

    private static void CheckAdmission(Action<string, bool> check)
    {
        var book = new AddressBook(new ServerLimits { PerAddress = 8, HandshakesPerSecond = 4 });
        check("an address has places",
            book.TryEnter(IPAddress.Loopback, Stream.Null, out AddressEntry entry) == DisconnectReason.None
                && book.TryJoin(entry, Stream.Null));
        check("most of its places are for players",
            book.TryEnter(IPAddress.Loopback, Stream.Null, out _) == DisconnectReason.None
                && book.TryEnter(IPAddress.Loopback, Stream.Null, out _) == DisconnectReason.None
                && book.TryEnter(IPAddress.Loopback, Stream.Null, out _) == DisconnectReason.ServerBusy);
        check("another address has its own",
            book.TryEnter(IPAddress.Parse("10.0.0.1"), Stream.Null, out AddressEntry other) == DisconnectReason.None);

        var line = new HandshakeLine<int>(perSecond: 4, capacity: 100);
        for (int i = 0; i < 10; i++)
            line.TryAdd(entry, i);

        line.TryAdd(other, 10);
        List<int> answered = [];
        while (line.TryTake(now: 0, out int hello, out _))
            answered.Add(hello);

        check("a flood of hellos gets its share, the next address its own", answered.SequenceEqual([0, 1, 10]));
    }

    private static void CheckSight(Action<string, bool> check)
    {
        var grid = new SightGrid();
        for (int slot = 0; slot < 1600; slot++)
            grid.Add(slot, (uint)slot + 1, 4000 + (20 * (slot % 40)), 4000 + (20 * (slot / 40)));

        int[] nearest = new int[4];
        check("the nearest of a crowd are found", grid.FindNearest(820, nearest) == 4 && nearest.SequenceEqual([780, 819, 821, 860]));
        check("the cost of looking at a crowd is limited", grid.Compared <= SightGrid.MaxLookedAt);
    }

    private static void CheckDispatch(Action<string, bool> check)
    {
        OpcodeDispatcher<CheckContext> dispatcher = new OpcodeDispatcherBuilder<CheckContext>()
            .AddPooled<Input, PooledMessageParser<Input>, CheckHandler>(
                Opcode.Input, new(MagazinePool.Create<Input>()), default, SessionStates.Playing)
            .Build();
        var context = new CheckContext([0]);
        byte[] payload = new Input { Sequence = 1, Dx = 2, Dy = 3 }.ToByteArray();
        check("a packet is handled",
            dispatcher.Dispatch(in context, Opcode.Input, payload, SessionStates.Playing) == DispatchStatus.Handled && context.Sum[0] == 6);
        check("an unknown packet is not",
            dispatcher.Dispatch(in context, Opcode.Chat, payload, SessionStates.Playing) == DispatchStatus.Unknown);
        check("a malformed packet is not",
            dispatcher.Dispatch(in context, Opcode.Input, payload.AsSpan(0, 1), SessionStates.Playing) == DispatchStatus.Malformed);
        check("a packet before the login is not",
            dispatcher.Dispatch(in context, Opcode.Input, payload, SessionStates.Secured) == DispatchStatus.Filtered);

        // Several attempts, because the runtime itself may allocate in the meantime.
        long allocated = -1;
        int rounds = 0;
        while (allocated != 0 && rounds < 10)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 1000; i++)
                dispatcher.Dispatch(in context, Opcode.Input, payload, SessionStates.Playing);

            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            rounds++;
        }

        check("1,000 packets allocate nothing", allocated == 0 && context.Sum[0] == 6 * (1 + (1000 * rounds)));
    }

    private static void CheckTickLoop(Action<string, bool> check)
    {
        using var done = new ManualResetEventSlim();
        long last = -1;
        bool inOrder = true;
        using var loop = new TickLoop(100, number =>
        {
            inOrder &= number == ++last;
            if (number == 20)
                done.Set();
        });
        loop.Start();
        check("20 ticks are called", done.Wait(TimeSpan.FromMinutes(1)));
        loop.Stop();
        check("ticks are counted", inOrder && loop.Durations.Copy().Sum() == last + 1);
    }

    private static void CheckOutbox(Action<string, bool> check)
    {
        using var outbox = new Outbox(stateCapacity: 2, reliableCapacity: 2);
        var content = SharedBuffer.Create([1, 2, 3]);
        outbox.AddState(new OutboundPacket(Opcode.StateUpdate, content.Retain()));
        outbox.TryAdd(new OutboundPacket(Opcode.ChatMessage, content.Retain()));
        outbox.AddState(new OutboundPacket(Opcode.StateAck, default, 1));
        check("the oldest state is replaced", outbox.AddState(new OutboundPacket(Opcode.StateAck, default, 2)) == 1);

        var taken = new OutboundPacket[10];
        int count = outbox.Take(taken, taken.Length);
        check("chat and the order are kept",
            taken[..count].Select(static packet => packet.Opcode).SequenceEqual([Opcode.ChatMessage, Opcode.StateAck, Opcode.StateAck]));
        taken[0].Content.Dispose();
        content.Dispose();
        check("every share has ended", !content.TryRetain(out _));
    }

    private readonly record struct CheckContext(int[] Sum);

    private readonly struct CheckHandler : IOpcodeHandler<CheckContext, Input>
    {
        public void Handle(in CheckContext context, in Input packet) => context.Sum[0] += (int)packet.Sequence + packet.Dx + packet.Dy;
    }
}
