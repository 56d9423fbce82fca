using Pooling.Doubles;

namespace Pooling.Dispatch;

/// <summary>Tests user code that throws, synchronously and later.</summary>
public sealed partial class AsyncOpcodeDispatcherTests
{
    private readonly List<(ushort Opcode, Exception Exception)> _faults = [];

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task DispatchAsync_HandlerThrows_CallsTheFaultHandler(bool later)
    {
        AsyncOpcodeDispatcher<Client> dispatcher = NewThrowing(later).OnFault(Record).Build();

        Assert.Equal(DispatchStatus.Faulted, await dispatcher.DispatchAsync(_client, Opcode, s_number));

        (ushort opcode, Exception exception) = Assert.Single(_faults);
        Assert.Equal(Opcode, opcode);
        Assert.IsType<InjectedFaultException>(exception);
        Assert.Equal(Counters(faulted: 1), dispatcher.GetCounters(Opcode));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task DispatchAsync_HandlerThrowsWithoutFaultHandler_FaultsTheTask(bool later)
    {
        AsyncOpcodeDispatcher<Client> dispatcher = NewThrowing(later).Build();

        ValueTask<DispatchStatus> task = dispatcher.DispatchAsync(_client, Opcode, s_number); // does not throw here

        await Assert.ThrowsAsync<InjectedFaultException>(async () => await task);
        Assert.Equal(Counters(faulted: 1), dispatcher.GetCounters(Opcode));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task DispatchAsync_FaultHandlerThrows_FaultsTheTask(bool later)
    {
        AsyncOpcodeDispatcher<Client> dispatcher = NewThrowing(later)
            .OnFault(static (in Client _, ushort _, Exception _) => throw new InvalidOperationException("from the fault handler")).Build();

        ValueTask<DispatchStatus> task = dispatcher.DispatchAsync(_client, Opcode, s_number);

        await Assert.ThrowsAsync<InvalidOperationException>(async () => await task);
        Assert.Equal(Counters(faulted: 1), dispatcher.GetTotals());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task DispatchAsync_Cancelled_ThrowsToTheCallerAlsoWithFaultHandler(bool later)
    {
        using var cancellation = new CancellationTokenSource();
        AsyncOpcodeDispatcher<Client> dispatcher = new AsyncOpcodeDispatcherBuilder<Client>().OnFault(Record)
            .Add<int, NumberParser>(Opcode, async (_, _, token) =>
            {
                if (later)
                    await default(NewThread);

                token.ThrowIfCancellationRequested();
            }).Build();
        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
            await dispatcher.DispatchAsync(_client, Opcode, s_number, cancellation.Token));

        Assert.Empty(_faults);
        Assert.Equal(Counters(faulted: 1), dispatcher.GetCounters(Opcode));
    }

    [Fact]
    public async Task DispatchAsync_CancelledBySomebodyElse_IsAFault()
    {
        AsyncOpcodeDispatcher<Client> dispatcher = new AsyncOpcodeDispatcherBuilder<Client>().OnFault(Record)
            .Add<int, NumberParser>(Opcode, static (_, _, _) => throw new OperationCanceledException()).Build();

        Assert.Equal(DispatchStatus.Faulted, await dispatcher.DispatchAsync(_client, Opcode, s_number));
        Assert.IsType<OperationCanceledException>(Assert.Single(_faults).Exception);
    }

    [Fact]
    public async Task DispatchAsync_ParserThrows_IsAFault()
    {
        var plan = new FaultPlan { ThrowOn = 1 };
        AsyncOpcodeDispatcher<Client> dispatcher = new AsyncOpcodeDispatcherBuilder<Client>().OnFault(Record)
            .Add<int, NumberParser, NumberHandler>(Opcode, new NumberParser(plan)).CountHandled().Build();

        Assert.Equal(DispatchStatus.Faulted, await dispatcher.DispatchAsync(_client, Opcode, s_number));
        Assert.Equal(DispatchStatus.Handled, await dispatcher.DispatchAsync(_client, Opcode, s_number));
        Assert.Single(_faults);
        Assert.Equal(Counters(handled: 1, faulted: 1), dispatcher.GetCounters(Opcode));
    }

    private static AsyncOpcodeDispatcherBuilder<Client> NewThrowing(bool later) => new AsyncOpcodeDispatcherBuilder<Client>()
        .Add<int, NumberParser>(Opcode, async (_, _, _) =>
        {
            if (later)
                await default(NewThread);

            throw new InjectedFaultException("the handler");
        });

    private void Record(in Client client, ushort opcode, Exception exception) => _faults.Add((opcode, exception));
}
