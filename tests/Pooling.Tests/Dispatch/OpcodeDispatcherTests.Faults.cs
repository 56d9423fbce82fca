namespace Pooling.Dispatch;

/// <summary>Tests user code that throws.</summary>
public sealed partial class OpcodeDispatcherTests
{
    private readonly List<(ushort Opcode, Exception Exception)> _faults = [];

    [Fact]
    public void Dispatch_HandlerThrows_CallsTheFaultHandler()
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder().OnFault(Record).Build();
        _inbox.Faults.ThrowOn = 1;

        Assert.Equal(DispatchStatus.Faulted, dispatcher.Dispatch(in _client, Opcode, s_number));

        (ushort opcode, Exception exception) = Assert.Single(_faults);
        Assert.Equal(Opcode, opcode);
        Assert.IsType<InjectedFaultException>(exception);
        Assert.Equal(Counters(faulted: 1), dispatcher.GetCounters(Opcode));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Dispatch_HandlerThrowsWithoutFaultHandler_ThrowsToTheCaller(bool isCounted)
    {
        OpcodeDispatcherBuilder<Client> builder = NewBuilder();
        OpcodeDispatcher<Client> dispatcher = (isCounted ? builder.CountHandled() : builder).Build();
        _inbox.Faults.ThrowOn = 1;

        Assert.Throws<InjectedFaultException>(() => dispatcher.Dispatch(in _client, Opcode, s_number));

        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Opcode, s_number));
        Assert.Equal(Counters(handled: isCounted ? 1 : 0), dispatcher.GetCounters(Opcode));
    }

    [Fact]
    public void Dispatch_EachCallThrowsOnce_CountsItAndContinues()
    {
        const int Calls = 6;
        for (int k = 1; k <= Calls * 2; k++)
        {
            var plan = new FaultPlan { ThrowOn = k };
            var inbox = new Inbox();
            var client = new Client(inbox);
            _faults.Clear();
            OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
                .Add<int, NumberParser>(Opcode, (in Client context, in int packet) =>
                {
                    plan.Pass("the handler");
                    context.Inbox.Take(packet);
                })
                .Add<int, NumberParser, NumberHandler>(Last, new NumberParser(plan))
                .OnFault(Record).CountHandled().Build();

            int faulted = 0;
            for (int i = 0; i < Calls; i++)
            {
                foreach (ushort opcode in new[] { Opcode, Hole, Last })
                    faulted += dispatcher.Dispatch(in client, opcode, s_number) == DispatchStatus.Faulted ? 1 : 0;
            }

            // There is one call for each packet that has a handler, so every k is reached.
            Assert.Equal(1, faulted);
            Assert.IsType<InjectedFaultException>(Assert.Single(_faults).Exception);
            Assert.Equal(1, dispatcher.GetTotals().Faulted);
            Assert.Equal(Calls * 3, dispatcher.GetTotals().Total);
        }
    }

    [Fact]
    public void Dispatch_ParserThrows_IsAFault()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>().OnFault(Record)
            .Add<int, NumberParser, NumberHandler>(Opcode, new NumberParser(new FaultPlan { ThrowOn = 1 }), default).Build();

        Assert.Equal(DispatchStatus.Faulted, dispatcher.Dispatch(in _client, Opcode, s_number));
        Assert.Equal(0, _inbox.Handled);
        Assert.Equal(Counters(faulted: 1), dispatcher.GetCounters(Opcode));
    }

    [Fact]
    public void Dispatch_FaultHandlerThrows_ThrowsToTheCaller()
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder()
            .OnFault(static (in Client _, ushort _, Exception _) => throw new InvalidOperationException("from the fault handler")).Build();
        _inbox.Faults.ThrowOn = 1;

        Assert.Throws<InvalidOperationException>(() => dispatcher.Dispatch(in _client, Opcode, s_number));
        Assert.Equal(Counters(faulted: 1), dispatcher.GetCounters(Opcode));
    }

    [Fact]
    public void Dispatch_FaultHandler_IsGivenTheContext()
    {
        Inbox? seen = null;
        OpcodeDispatcher<Client> dispatcher = NewBuilder()
            .OnFault((in Client client, ushort _, Exception _) => seen = client.Inbox).Build();
        _inbox.Faults.ThrowOn = 1;

        dispatcher.Dispatch(in _client, Opcode, s_number);

        Assert.Same(_inbox, seen);
    }

    [Fact]
    public void Dispatch_ExceptionThatReplacesAnother_IsOneFault()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>().OnFault(Record)
            .Add<int, NumberParser>(Opcode, static (in Client _, in int _) =>
            {
                try
                {
                    throw new InjectedFaultException("the handler");
                }
                finally
                {
                    Fail();
                }
            }).Build();

        Assert.Equal(DispatchStatus.Faulted, dispatcher.Dispatch(in _client, Opcode, s_number));

        Assert.Contains("the end", Assert.Single(_faults).Exception.Message);
        Assert.Equal(Counters(faulted: 1), dispatcher.GetCounters(Opcode));

        static void Fail() => throw new InjectedFaultException("the end");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Dispatch_WithoutMemoryForCounters_CountsInAllCases(int successes)
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder().CountHandled().OnFault(Record).Build();
        _inbox.Faults.ThrowOn = 2;
        int asked = 0;
        DispatchStatus[] statuses = new DispatchStatus[5];
        Allocations.Failing = () =>
        {
            if (asked++ >= successes)
                throw new OutOfMemoryException();
        };
        try
        {
            statuses[0] = dispatcher.Dispatch(in _client, Opcode, s_number);
            statuses[1] = dispatcher.Dispatch(in _client, Opcode, s_number);
            statuses[2] = dispatcher.Dispatch(in _client, Opcode, s_malformed);
            statuses[3] = dispatcher.Dispatch(in _client, Opcode, s_number, 0);
            statuses[4] = dispatcher.Dispatch(in _client, Hole, s_number);
        }
        finally
        {
            Allocations.Failing = null;
        }

        // a thread with a larger id has no block of its own
        Assert.Equal(Environment.CurrentManagedThreadId < DispatchCounters.OwnBlocks, asked > 0);
        Assert.Equal(
            [
                DispatchStatus.Handled, DispatchStatus.Faulted, DispatchStatus.Malformed, DispatchStatus.Filtered,
                DispatchStatus.Unknown,
            ],
            statuses);
        Assert.IsType<InjectedFaultException>(Assert.Single(_faults).Exception);
        Assert.Equal(Counters(handled: 1, unknown: 1, malformed: 1, filtered: 1, faulted: 1), dispatcher.GetTotals());
        Assert.Equal(DispatchStatus.Handled, dispatcher.Dispatch(in _client, Opcode, s_number)); // with memory again
        Assert.Equal(2, dispatcher.GetTotals().Handled);
    }

    private void Record(in Client client, ushort opcode, Exception exception) => _faults.Add((opcode, exception));
}
