namespace Pooling.Dispatch;

public sealed partial class OpcodeDispatcherTests
{
    private const ushort Opcode = 0x2007;
    private const ushort Hole = 0x2008;
    private const ushort Last = 0x2009;
    private static readonly byte[] s_number = [5, 0, 0, 0];
    private static readonly byte[] s_malformed = [5, 0, 0];

    private readonly Inbox _inbox = new();
    private readonly Client _client;

    public OpcodeDispatcherTests() => _client = new Client(_inbox);

    [Fact]
    public void Dispatch_KnownOpcode_CallsItsHandler()
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder().CountHandled().Build();

        DispatchStatus status = dispatcher.Dispatch(in _client, Opcode, s_number);

        Assert.Equal(DispatchStatus.Handled, status);
        Assert.Equal((5L, 1), (_inbox.Sum, _inbox.Handled));
        Assert.Equal(Counters(handled: 1), dispatcher.GetCounters(Opcode));
        Assert.Equal(Counters(), dispatcher.GetCounters(Last));
    }

    [Fact]
    public void Dispatch_ClassAsPacket_IsHandedOver()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>().Add<string, WordHandler, WordHandler>(Opcode).Build();

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Opcode, new byte[9]));
        Assert.Equal(9, _inbox.Sum);
    }

    [Fact]
    public void Dispatch_ClassAsContext_IsHandedOver()
    {
        OpcodeDispatcher<Inbox> dispatcher = new OpcodeDispatcherBuilder<Inbox>().Add<int, NumberParser, NumberHandler>(Opcode).Build();

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _inbox, Opcode, s_number));
        Assert.Equal(5, _inbox.Sum);
    }

    [Fact]
    public void Dispatch_DelegateHandler_IsCalled()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser>(Opcode, static (in Client client, in int packet) => client.Inbox.Take(packet * 2)).Build();

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Opcode, s_number));
        Assert.Equal(10, _inbox.Sum);
    }

    [Fact]
    public void Dispatch_HandlerThatChangesItself_KeepsTheChange()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>().Add<int, NumberParser, CountingHandler>(Opcode).Build();

        for (int i = 0; i < 3; i++)
            dispatcher.Dispatch(in _client, Opcode, s_number);

        Assert.Equal(1 + 2 + 3, _inbox.Sum);
    }

    [Fact]
    public void Dispatch_RefusedPayload_IsMalformed()
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder().Build();

        Assert.Equal(DispatchStatus.Malformed, dispatcher.Dispatch(in _client, Opcode, s_malformed));
        Assert.Equal(0, _inbox.Handled);
        Assert.Equal(Counters(malformed: 1), dispatcher.GetCounters(Opcode));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(Opcode - 1)]
    [InlineData(Hole)]
    [InlineData(Last + 1)]
    [InlineData(65535)]
    public void Dispatch_OpcodeWithoutHandler_IsUnknown(int opcode)
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder().Build();

        Assert.Equal(DispatchStatus.Unknown, dispatcher.Dispatch(in _client, (ushort)opcode, s_number));
        Assert.False(dispatcher.Handles((ushort)opcode));
        Assert.Equal(Counters(), dispatcher.GetCounters((ushort)opcode));
        Assert.Equal(Counters(unknown: 1), dispatcher.GetTotals());
    }

    [Fact]
    public void Dispatch_FirstAndLastOpcode_AreHandled()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser, NumberHandler>(0).Add<int, NumberParser, NumberHandler>(65535).CountHandled().Build();

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, 0, s_number));
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, 65535, s_number));
        Assert.Equal(DispatchStatus.Unknown, dispatcher.Dispatch(in _client, 32768, s_number));
        Assert.Equal(Counters(handled: 1), dispatcher.GetCounters(0));
        Assert.Equal(Counters(handled: 1), dispatcher.GetCounters(65535));
        Assert.Equal(Counters(handled: 2, unknown: 1), dispatcher.GetTotals());
    }

    [Fact]
    public void Dispatch_EmptyDispatcher_KnowsNothing()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>().Build();

        Assert.Equal(DispatchStatus.Unknown, dispatcher.Dispatch(in _client, 0, []));
        Assert.Equal(DispatchStatus.Unknown, dispatcher.Dispatch(in _client, 65535, []));
        Assert.Equal(Counters(unknown: 2), dispatcher.GetTotals());
    }

    [Theory]
    [InlineData(0b001UL, DispatchStatus.Filtered)]
    [InlineData(0b010UL, DispatchStatus.Handled)]
    [InlineData(0b100UL, DispatchStatus.Handled)]
    [InlineData(0b011UL, DispatchStatus.Handled)]
    [InlineData(0UL, DispatchStatus.Filtered)]
    [InlineData(1UL << 63, DispatchStatus.Filtered)]
    [InlineData(ulong.MaxValue, DispatchStatus.Handled)]
    public void Dispatch_States_LetThroughWhatTheyShare(ulong states, DispatchStatus expected)
    {
        var parses = new FaultPlan();
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser, NumberHandler>(Opcode, new NumberParser(parses), default, 0b110).CountHandled().Build();

        Assert.Equal(expected, dispatcher.Dispatch(in _client, Opcode, s_number, states));
        Assert.Equal(expected == DispatchStatus.Handled ? 1 : 0, parses.Calls); // before the parse
        Assert.Equal(expected == DispatchStatus.Handled ? Counters(handled: 1) : Counters(filtered: 1), dispatcher.GetCounters(Opcode));
    }

    [Fact]
    public void Dispatch_OpcodeWithoutHandlerAndNoStates_IsUnknown()
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder().Build();

        Assert.Equal(DispatchStatus.Unknown, dispatcher.Dispatch(in _client, Hole, s_number, 0));
    }

    [Fact]
    public void Dispatch_FromAHandler_Works()
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder().CountHandled().Build();
        int depth = 0;
        _inbox.During = () =>
        {
            if (++depth < 10)
                Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Last, s_number));
        };

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Opcode, s_number));
        Assert.Equal(Counters(handled: 1), dispatcher.GetCounters(Opcode));
        Assert.Equal(Counters(handled: 9), dispatcher.GetCounters(Last));
    }

    [Fact]
    public void Handles_OpcodesWithAndWithoutHandler_DistinguishesThem()
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder().Build();

        Assert.Equal([Opcode, Last], Enumerable.Range(0, 65536).Select(opcode => (ushort)opcode).Where(dispatcher.Handles));
    }

    private static OpcodeDispatcherBuilder<Client> NewBuilder() =>
        new OpcodeDispatcherBuilder<Client>().Add<int, NumberParser, NumberHandler>(Opcode).Add<int, NumberParser, NumberHandler>(Last);

    private static OpcodeCounters Counters(long handled = 0, long unknown = 0, long malformed = 0, long filtered = 0, long faulted = 0) =>
        new(handled, unknown, malformed, filtered, faulted);

    private struct CountingHandler : IOpcodeHandler<Client, int>
    {
        private int _calls;

        public void Handle(in Client context, in int packet) => context.Inbox.Take(++_calls);
    }
}
