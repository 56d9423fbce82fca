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
        var checks = new Checks(output);
        CheckFraming(checks);
        CheckCrypto(checks);
        CheckAdmission(checks);
        CheckDispatch(checks);
        CheckTickLoop(checks);
        CheckSight(checks);
        CheckOutbox(checks);
        return checks.End();
    }

    private static void CheckFraming(Checks checks)
    {
        var header = new PacketHeader(Opcode.Chat, PacketFlags.Clear);
        using var writer = new PooledArrayBufferWriter<byte>();
        foreach (string text in (string[])["", "x", new string('y', ProtocolLimits.ChatText)])
        {
            writer.ResetWrittenCount();
            OutboundWriter.Write(writer, in header, new Chat { Text = text }, sealer: null);
            byte[] frame = writer.WrittenSpan.ToArray();
            var packet = Packet.Parser.ParseDelimitedFrom(new MemoryStream(frame));
            checks.Add($"protobuf reads a frame with {text.Length} characters",
                packet.Header.Type == Opcode.Chat && Chat.Parser.ParseFrom(packet.Payload).Text == text);

            var received = new ReadOnlySequence<byte>(frame);
            checks.Add("a frame is split off",
                FrameSplitter.TryTake(ref received, ProtocolLimits.ClientFrame, out ReadOnlySequence<byte> inner) == FrameStatus.Complete
                    && received.IsEmpty);
            byte[] bytes = inner.ToArray();
            checks.Add("a frame is read", PacketEnvelope.TryRead(bytes, out PacketHeader read, out Range payload) && read == header
                && Chat.Parser.ParseFrom(bytes[payload]).Text == text);
        }

        var hostile = new ReadOnlySequence<byte>([0xff, 0xff, 0xff, 0x7f]);
        checks.Add("an oversized length is refused",
            FrameSplitter.TryTake(ref hostile, ProtocolLimits.ClientFrame, out _) == FrameStatus.TooLong);
    }

    private static void CheckCrypto(Checks checks)
    {
        using var client = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
        using var server = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
        byte[] clientRandom = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);
        byte[] serverRandom = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);
        var ofClient = SessionKeys.Derive(client, isServer: false, clientRandom, SessionKeys.ExportPublicKey(server), serverRandom,
            HandshakeHeaders.Current);
        var ofServer = SessionKeys.Derive(server, isServer: true, serverRandom, SessionKeys.ExportPublicKey(client), clientRandom,
            HandshakeHeaders.Current);
        checks.Add("both ends have the same keys", ofServer.Confirms(ofServer: false, ofClient.Confirmation(ofServer: false)));

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
            checks.Add("a tampered packet is refused", opener.Open(header, tampered, out _) == OpenStatus.BadTag);
            checks.Add("a packet is opened", opener.Open(header, payload, out Span<byte> content) == OpenStatus.Opened
                && content.SequenceEqual((ReadOnlySpan<byte>)[i, i, i]));
            checks.Add("a repeated packet is refused", opener.Open(header, copy, out _) == OpenStatus.Replay);
        }

        checks.Add("the key was changed", opener.Epoch == 2);
        using var back = new PacketSealer(ofServer.ServerToClient);
        using var backOpener = new PacketOpener(ofClient.ServerToClient);
        back.Seal(in header, payload); // is not sent
        back.Seal(in header, payload);
        checks.Add("a packet after a gap is refused", backOpener.Open(header, payload, out _) == OpenStatus.Gap);
    }

    private static void CheckAdmission(Checks checks)
    {
        var book = new AddressBook(new ServerLimits { PerAddress = 8, HandshakesPerSecond = 4 });
        checks.Add("an address has places",
            book.TryEnter(IPAddress.Loopback, Stream.Null, out AddressEntry entry) == DisconnectReason.None
                && book.TryJoin(entry, Stream.Null));
        checks.Add("most of its places are for players",
            book.TryEnter(IPAddress.Loopback, Stream.Null, out _) == DisconnectReason.None
                && book.TryEnter(IPAddress.Loopback, Stream.Null, out _) == DisconnectReason.None
                && book.TryEnter(IPAddress.Loopback, Stream.Null, out _) == DisconnectReason.ServerBusy);
        checks.Add("another address has its own",
            book.TryEnter(IPAddress.Parse("10.0.0.1"), Stream.Null, out AddressEntry other) == DisconnectReason.None);

        var line = new HandshakeLine<int>(perSecond: 4, capacity: 100, isGone: static _ => false);
        for (int i = 0; i < 10; i++)
            line.TryAdd(entry, i);

        line.TryAdd(other, 10);
        List<int> answered = [];
        while (line.TryTake(now: 0, out int hello, out _))
            answered.Add(hello);

        checks.Add("a flood of hellos gets its share, the next address its own", answered.SequenceEqual([0, 1, 10]));
    }

    private static void CheckSight(Checks checks)
    {
        var grid = new SightGrid();
        for (int slot = 0; slot < 1600; slot++)
            grid.Add(slot, (uint)slot + 1, 4000 + (20 * (slot % 40)), 4000 + (20 * (slot / 40)));

        int[] nearest = new int[4];
        checks.Add("the nearest of a crowd are found", grid.FindNearest(820, nearest) == 4 && nearest.SequenceEqual([780, 819, 821, 860]));
        checks.Add("the cost of looking at a crowd is limited", grid.Compared <= SightGrid.MaxLookedAt);
    }

    private static void CheckDispatch(Checks checks)
    {
        OpcodeDispatcher<CheckContext> dispatcher = new OpcodeDispatcherBuilder<CheckContext>()
            .AddPooled<Input, PooledMessageParser<Input>, CheckHandler>(
                Opcode.Input, new(MagazinePool.Create<Input>()), default, SessionStates.Playing)
            .Build();
        var context = new CheckContext([0]);
        byte[] payload = new Input { Sequence = 1, Dx = 2, Dy = 3 }.ToByteArray();
        checks.Add("a packet is handled",
            dispatcher.Dispatch(in context, Opcode.Input, payload, SessionStates.Playing) == DispatchStatus.Handled && context.Sum[0] == 6);
        checks.Add("an unknown packet is not",
            dispatcher.Dispatch(in context, Opcode.Chat, payload, SessionStates.Playing) == DispatchStatus.Unknown);
        checks.Add("a malformed packet is not",
            dispatcher.Dispatch(in context, Opcode.Input, payload.AsSpan(0, 1), SessionStates.Playing) == DispatchStatus.Malformed);
        checks.Add("a packet before the login is not",
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

        checks.Add("1,000 packets allocate nothing", allocated == 0 && context.Sum[0] == 6 * (1 + (1000 * rounds)));
    }

    private static void CheckTickLoop(Checks checks)
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
        checks.Add("20 ticks are called", done.Wait(TimeSpan.FromMinutes(1)));
        loop.Stop();
        checks.Add("ticks are counted", inOrder && loop.Durations.Copy().Sum() == last + 1);
    }

    private static void CheckOutbox(Checks checks)
    {
        using var outbox = new Outbox(stateCapacity: 2, reliableCapacity: 2);
        var content = SharedBuffer.Create([1, 2, 3]);
        outbox.AddState(new OutboundPacket(Opcode.StateUpdate, content.Retain()));
        outbox.TryAdd(new OutboundPacket(Opcode.ChatMessage, content.Retain()));
        outbox.AddState(new OutboundPacket(Opcode.StateAck, default, 1));
        checks.Add("the oldest state is replaced", outbox.AddState(new OutboundPacket(Opcode.StateAck, default, 2)) == 1);

        var taken = new OutboundPacket[10];
        int count = outbox.Take(taken, taken.Length);
        checks.Add("chat and the order are kept",
            taken[..count].Select(static packet => packet.Opcode).SequenceEqual([Opcode.ChatMessage, Opcode.StateAck, Opcode.StateAck]));
        taken[0].Content.Dispose();
        content.Dispose();
        checks.Add("every share has ended", !content.TryRetain(out _));
    }

    private readonly record struct CheckContext(int[] Sum);

    private readonly struct CheckHandler : IOpcodeHandler<CheckContext, Input>
    {
        public void Handle(in CheckContext context, in Input packet) => context.Sum[0] += (int)packet.Sequence + packet.Dx + packet.Dy;
    }
}
