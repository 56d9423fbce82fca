using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Tests rented packets. They are returned once in all cases.</summary>
public sealed partial class OpcodeDispatcherTests
{
    [Fact]
    public void DispatchPooled_Handled_ReturnsThePacket()
    {
        using EncodeablePool<Reading> type = NewType();
        OpcodeDispatcher<Client> dispatcher = NewPooled(type, null).Build();
        _inbox.During = () => Assert.Equal(1, type.GetStatistics().InUse);

        for (int i = 0; i < 3; i++)
            Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Opcode, s_number));

        Assert.Equal(15, _inbox.Sum);
        Assert.Equal((0, 1), (type.GetStatistics().InUse, type.GetStatistics().TotalCreated));
    }

    [Theory]
    [InlineData(new byte[] { 1, 2 })]
    [InlineData(new byte[] { 255, 255, 255, 255 })]
    public void DispatchPooled_Malformed_ReturnsThePacket(byte[] payload)
    {
        using EncodeablePool<Reading> type = NewType();
        OpcodeDispatcher<Client> dispatcher = NewPooled(type, null).Build();

        Assert.Equal(DispatchStatus.Malformed, dispatcher.Dispatch(in _client, Opcode, payload));
        Assert.Equal((0, 1), (type.GetStatistics().InUse, type.GetStatistics().TotalCreated));
        Assert.Equal(0u, type.RentUnchecked().Handle); // as new
    }

    [Fact]
    public void DispatchPooled_EachCallThrowsOnce_ReturnsThePacket()
    {
        for (int k = 1; k <= 6; k++)
        {
            using EncodeablePool<Reading> type = NewType();
            var plan = new FaultPlan { ThrowOn = k };
            OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
                .AddPooled<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>>(
                    Opcode, parser: new(type, new ReadingDecoder(plan)), handler: (in Client client, in PooledRef<Reading> packet) =>
                    {
                        plan.Pass("the handler");
                        client.Inbox.Take(packet.Value.Handle);
                    })
                .OnFault((in Client _, ushort _, Exception _) => Assert.Equal(0, type.GetStatistics().InUse)).CountHandled().Build();

            for (int i = 0; i < 4; i++)
                dispatcher.Dispatch(in _client, Opcode, s_number);

            Assert.Equal(Counters(handled: 3, faulted: 1), dispatcher.GetCounters(Opcode));
            Assert.Equal(0, type.GetStatistics().InUse);
        }
    }

    [Fact]
    public void DispatchPooled_HandlerThrowsWithoutFaultHandler_ReturnsThePacket()
    {
        using EncodeablePool<Reading> type = NewType();
        OpcodeDispatcher<Client> dispatcher = NewPooled(type, null).Build();
        _inbox.Faults.ThrowOn = 1;

        Assert.Throws<InjectedFaultException>(() => dispatcher.Dispatch(in _client, Opcode, s_number));
        Assert.Equal(0, type.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void DispatchPooled_TheResetAlsoThrows_PassesOnTheFirstException(int form)
    {
        EncodeablePool<FaultyPacket> type = EncodeablePool.Create(static () => new FaultyPacket());
        var parser = new EncodeableParser<FaultyPacket, FaultyDecoder>(type, new FaultyDecoder(form == 2));
        OpcodeDispatcherBuilder<Client> builder = form == 1
            ? new OpcodeDispatcherBuilder<Client>()
                .AddPooled<PooledRef<FaultyPacket>, EncodeableParser<FaultyPacket, FaultyDecoder>>(
                    Opcode,
                    static (in Client _, in PooledRef<FaultyPacket> _) => throw new InjectedFaultException("first"),
                    parser)
            : new OpcodeDispatcherBuilder<Client>()
                .AddPooled<PooledRef<FaultyPacket>, EncodeableParser<FaultyPacket, FaultyDecoder>, FaultyHandler>(
                    Opcode, parser, default);
        OpcodeDispatcher<Client> dispatcher = builder.OnFault(Record).Build();

        Assert.Equal(DispatchStatus.Faulted, dispatcher.Dispatch(in _client, Opcode, s_number));

        Assert.Contains("first", Assert.Single(_faults).Exception.Message);
        Assert.Equal(Counters(faulted: 1), dispatcher.GetCounters(Opcode));
        Assert.Equal(0, type.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void DispatchPooled_OnlyTheResetThrows_IsAFault(bool isDelegate)
    {
        EncodeablePool<FaultyPacket> type = EncodeablePool.Create(static () => new FaultyPacket());
        var parser = new EncodeableParser<FaultyPacket, FaultyDecoder>(type);
        OpcodeDispatcherBuilder<Client> builder = isDelegate
            ? new OpcodeDispatcherBuilder<Client>()
                .AddPooled<PooledRef<FaultyPacket>, EncodeableParser<FaultyPacket, FaultyDecoder>>(
                    Opcode, static (in Client _, in PooledRef<FaultyPacket> _) => { }, parser)
            : new OpcodeDispatcherBuilder<Client>()
                .AddPooled<PooledRef<FaultyPacket>, EncodeableParser<FaultyPacket, FaultyDecoder>, IdleHandler>(
                    Opcode, parser, default);
        OpcodeDispatcher<Client> dispatcher = builder.OnFault(Record).Build();

        Assert.Equal(DispatchStatus.Faulted, dispatcher.Dispatch(in _client, Opcode, s_number));

        Assert.Contains("reset", Assert.Single(_faults).Exception.Message);
        Assert.Equal(Counters(faulted: 1), dispatcher.GetCounters(Opcode));
        Assert.Equal(0, type.GetStatistics().InUse);
    }

    [Fact]
    public void DispatchPooled_DecoderWhoseReaderRefuses_IsMalformed()
    {
        using EncodeablePool<Reading> type = EncodeablePool.Create(static () => new Reading());
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .AddPooled<PooledRef<Reading>, EncodeableParser<Reading, RefusingDecoder>, ReadingHandler>(Opcode, new(type)).Build();

        Assert.Equal(DispatchStatus.Malformed, dispatcher.Dispatch(in _client, Opcode, [0x80, 0x80, 0x80, 0x80, 0x80]));
        Assert.Equal(DispatchStatus.Malformed, dispatcher.Dispatch(in _client, Opcode, [0x80]));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Opcode, [5]));
        Assert.Equal((0, 1), (type.GetStatistics().InUse, type.GetStatistics().TotalCreated));
        Assert.Equal(5, _inbox.Sum);
    }

    [Fact]
    public void DispatchPooled_HandlerReturnsThePacketItself_ReturnsItOnce()
    {
        using EncodeablePool<Reading> type = EncodeablePool.Create(static () => new Reading());
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .AddPooled<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>>(
                Opcode, static (in Client _, in PooledRef<Reading> packet) => Assert.True(packet.TryReturn()), new(type)).Build();

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Opcode, s_number));
        Assert.Equal((1, 1), (type.GetStatistics().TotalRented, type.GetStatistics().TotalReturned));
        Assert.NotSame(type.Rent().Value, type.Rent().Value);
    }

    [Fact]
    public void DispatchPooled_HandlerReturnsThePacketItself_ReturnsNobodyElses()
    {
        using EncodeablePool<Reading> type = NewType();
        PooledRef<Reading> other = default;
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .AddPooled<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>>(Opcode, parser: new(type),
                handler: (in Client _, in PooledRef<Reading> packet) =>
                {
                    Assert.True(packet.TryReturn());
                    other = type.Rent(); // the same object again
                }).Build();

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Opcode, s_number));
        Assert.True(other.IsLive);
        Assert.True(other.TryReturn());
    }

    [Fact]
    public void DispatchPooled_FilteredAndUnknown_RentNothing()
    {
        using EncodeablePool<Reading> type = NewType();
        OpcodeDispatcher<Client> dispatcher = NewPooled(type, null).Build();

        dispatcher.Dispatch(in _client, Opcode, s_number, 0);
        dispatcher.Dispatch(in _client, Hole, s_number);

        Assert.Equal(0, type.GetStatistics().TotalCreated);
    }

    [Fact]
    public void EncodeableParser_Default_SaysWhatIsMissing()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .AddPooled<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>, ReadingHandler>(Opcode, default, default).Build();

        Assert.Contains("pool", Assert.Throws<InvalidOperationException>(() => dispatcher.Dispatch(in _client, Opcode, s_number)).Message);
        Assert.Throws<ArgumentNullException>(() => new EncodeableParser<Reading, ReadingDecoder>(null!));
    }

    private static EncodeablePool<Reading> NewType() => EncodeablePool.Create(static () => new Reading());

    private static OpcodeDispatcherBuilder<Client> NewPooled(EncodeablePool<Reading> type, FaultPlan? plan) =>
        new OpcodeDispatcherBuilder<Client>()
            .AddPooled<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>, ReadingHandler>(Opcode,
                new(type, new ReadingDecoder(plan)), default);

    private sealed class FaultyPacket : IPooledEncodeable
    {
        private EncodeableState _state;

        ref EncodeableState IPooledEncodeable.PoolState => ref _state;

        void IPooledEncodeable.Reset() => throw new InjectedFaultException("the reset");

        void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
        {
        }
    }

    private readonly struct FaultyDecoder(bool throws) : IEncodeableDecoder<FaultyPacket>
    {
        public bool TryDecode(ReadOnlySpan<byte> payload, FaultyPacket packet) =>
            !throws ? true : throw new InjectedFaultException("first");
    }

    private readonly struct FaultyHandler : IOpcodeHandler<Client, PooledRef<FaultyPacket>>
    {
        public void Handle(in Client context, in PooledRef<FaultyPacket> packet) =>
            throw new InjectedFaultException("first");
    }

    private readonly struct IdleHandler : IOpcodeHandler<Client, PooledRef<FaultyPacket>>
    {
        public void Handle(in Client context, in PooledRef<FaultyPacket> packet)
        {
        }
    }

    private readonly struct RefusingDecoder : IEncodeableDecoder<Reading>
    {
        public bool TryDecode(ReadOnlySpan<byte> payload, Reading packet)
        {
            packet.Handle = new BufferReader(payload).ReadVarint32();
            return true;
        }
    }
}
