using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Tests rented packets. They are returned once in all cases, after the handler has completed.</summary>
public sealed partial class AsyncOpcodeDispatcherTests
{
    [Fact]
    public async Task DispatchPooled_HandlerEndsAtOnce_ReturnsThePacket()
    {
        using EncodeablePool<Reading> type = NewType();
        AsyncOpcodeDispatcher<Client> dispatcher = NewPooled(type, null, null).Build();
        _inbox.During = () => Assert.Equal(1, type.GetStatistics().InUse);

        Assert.Equal(DispatchStatus.Handled, await dispatcher.DispatchAsync(_client, Opcode, s_number));

        Assert.Equal(5, _inbox.Sum);
        Assert.Equal(0, type.GetStatistics().InUse);
    }

    [Fact]
    public async Task DispatchPooled_HandlerEndsLater_ReturnsThePacketThen()
    {
        var until = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        using EncodeablePool<Reading> type = NewType();
        AsyncOpcodeDispatcher<Client> dispatcher = NewPooled(type, until.Task, null).Build();

        ValueTask<DispatchStatus> task = dispatcher.DispatchAsync(_client, Opcode, s_number);
        Assert.Equal(1, type.GetStatistics().InUse);
        until.SetResult(true);

        Assert.Equal(DispatchStatus.Handled, await task);
        Assert.Equal(0, type.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task DispatchPooled_HandlerThrows_ReturnsThePacket(bool later, bool withFaultHandler)
    {
        var until = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        using EncodeablePool<Reading> type = NewType();
        AsyncOpcodeDispatcherBuilder<Client> builder = NewPooled(type, later ? until.Task : null, null);
        if (withFaultHandler)
            builder.OnFault((in Client _, ushort _, Exception _) => Assert.Equal(0, type.GetStatistics().InUse));

        _inbox.Faults.ThrowOn = 1;
        ValueTask<DispatchStatus> task = builder.Build().DispatchAsync(_client, Opcode, s_number);
        until.SetResult(true);

        if (withFaultHandler)
            Assert.Equal(DispatchStatus.Faulted, await task);
        else
            await Assert.ThrowsAsync<InjectedFaultException>(async () => await task);

        Assert.Equal(0, type.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task DispatchPooled_Cancelled_ReturnsThePacket(bool later)
    {
        var until = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var cancellation = new CancellationTokenSource();
        using EncodeablePool<Reading> type = NewType();
        AsyncOpcodeDispatcher<Client> dispatcher = NewPooled(type, later ? until.Task : null, null).Build();
        if (!later)
            cancellation.Cancel();

        ValueTask<DispatchStatus> task = dispatcher.DispatchAsync(_client, Opcode, s_number, cancellation.Token);
        cancellation.Cancel();
        until.SetResult(true);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await task);
        Assert.Equal(0, type.GetStatistics().InUse);
    }

    [Fact]
    public async Task DispatchPooled_MalformedOrDecoderThrows_ReturnsThePacket()
    {
        using EncodeablePool<Reading> type = NewType();
        var plan = new FaultPlan { ThrowOn = 3 };
        AsyncOpcodeDispatcher<Client> dispatcher = NewPooled(type, null, plan).Build();

        Assert.Equal(DispatchStatus.Malformed, await dispatcher.DispatchAsync(_client, Opcode, s_malformed));
        Assert.Equal(DispatchStatus.Malformed, await dispatcher.DispatchAsync(_client, Opcode, new byte[] { 255, 255, 255, 255 }));
        await Assert.ThrowsAsync<InjectedFaultException>(async () => await dispatcher.DispatchAsync(_client, Opcode, s_number));

        Assert.Equal((0, 1), (type.GetStatistics().InUse, type.GetStatistics().TotalCreated));
    }

    private static EncodeablePool<Reading> NewType() => EncodeablePool.Create(static () => new Reading());

    private static AsyncOpcodeDispatcherBuilder<Client> NewPooled(EncodeablePool<Reading> type, Task? until, FaultPlan? plan) =>
        new AsyncOpcodeDispatcherBuilder<Client>()
            .AddPooled<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>, ReadingHandler>(Opcode,
                new(type, new ReadingDecoder(plan)), new ReadingHandler(until));
}
