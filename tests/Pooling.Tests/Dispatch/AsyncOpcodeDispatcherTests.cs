using Pooling.Doubles;

namespace Pooling.Dispatch;

public sealed partial class AsyncOpcodeDispatcherTests
{
    private const ushort Opcode = 0x2007;
    private const ushort Hole = 0x2008;
    private const ushort Last = 0x2009;
    private static readonly byte[] s_number = [5, 0, 0, 0];
    private static readonly byte[] s_malformed = [5, 0, 0];

    private readonly Inbox _inbox = new();
    private readonly Client _client;

    public AsyncOpcodeDispatcherTests() => _client = new Client(_inbox);

    [Fact]
    public async Task DispatchAsync_HandlerEndsAtOnce_EndsAtOnce()
    {
        AsyncOpcodeDispatcher<Client> dispatcher = NewBuilder().CountHandled().Build();

        ValueTask<DispatchStatus> task = dispatcher.DispatchAsync(_client, Opcode, s_number);

        Assert.True(task.IsCompletedSuccessfully);
        Assert.Equal(DispatchStatus.Handled, await task);
        Assert.Equal(5, _inbox.Sum);
        Assert.Equal(Counters(handled: 1), dispatcher.GetCounters(Opcode));
    }

    [Fact]
    public async Task DispatchAsync_HandlerEndsLater_EndsWithIt()
    {
        var until = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        AsyncOpcodeDispatcher<Client> dispatcher = NewLater(until.Task).CountHandled().Build();

        ValueTask<DispatchStatus> task = dispatcher.DispatchAsync(_client, Opcode, s_number);

        Assert.False(task.IsCompleted);
        Assert.Equal(Counters(), dispatcher.GetTotals());
        until.SetResult(true);
        Assert.Equal(DispatchStatus.Handled, await task);
        Assert.Equal(5, _inbox.Sum);
        Assert.Equal(Counters(handled: 1), dispatcher.GetCounters(Opcode));
    }

    [Fact]
    public async Task DispatchAsync_ManyPendingAtOnce_EndEachForItself()
    {
        var until = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        AsyncOpcodeDispatcher<Client> dispatcher = NewLater(until.Task).CountHandled().Build();
        Client[] clients = [.. Enumerable.Range(0, 100).Select(static _ => new Client(new Inbox()))];

        Task<DispatchStatus>[] tasks = [.. clients.Select(client => dispatcher.DispatchAsync(client, Opcode, s_number).AsTask())];
        until.SetResult(true);

        Assert.All(await Task.WhenAll(tasks), static status => Assert.Equal(DispatchStatus.Handled, status));
        Assert.All(clients, static client => Assert.Equal(5, client.Inbox.Sum));
        Assert.Equal(Counters(handled: 100), dispatcher.GetTotals());
    }

    [Fact]
    public async Task DispatchAsync_ContinuedOnAnotherThread_IsCountedThere()
    {
        AsyncOpcodeDispatcher<Client> dispatcher = new AsyncOpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser>(Opcode, static async (client, packet, _) =>
            {
                await default(NewThread);
                client.Inbox.Take(packet);
            }).CountHandled().Build();

        for (int i = 0; i < 20; i++)
            Assert.Equal(DispatchStatus.Handled, await dispatcher.DispatchAsync(_client, Opcode, s_number));

        Assert.Equal(Counters(handled: 20), dispatcher.GetCounters(Opcode));
    }

    [Fact]
    public async Task DispatchAsync_RefusedPayload_IsMalformed()
    {
        AsyncOpcodeDispatcher<Client> dispatcher = NewBuilder().Build();

        Assert.Equal(DispatchStatus.Malformed, await dispatcher.DispatchAsync(_client, Opcode, s_malformed));
        Assert.Equal(0, _inbox.Handled);
        Assert.Equal(Counters(malformed: 1), dispatcher.GetCounters(Opcode));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(Opcode - 1)]
    [InlineData(Hole)]
    [InlineData(Last + 1)]
    [InlineData(65535)]
    public async Task DispatchAsync_OpcodeWithoutHandler_IsUnknown(int opcode)
    {
        AsyncOpcodeDispatcher<Client> dispatcher = NewBuilder().Build();

        Assert.Equal(DispatchStatus.Unknown, await dispatcher.DispatchAsync(_client, (ushort)opcode, s_number));
        Assert.False(dispatcher.Handles((ushort)opcode));
        Assert.Equal(Counters(unknown: 1), dispatcher.GetTotals());
    }

    [Fact]
    public async Task DispatchAsync_FirstAndLastOpcode_AreHandled()
    {
        AsyncOpcodeDispatcher<Client> dispatcher = new AsyncOpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser, NumberHandler>(0).Add<int, NumberParser, NumberHandler>(65535).CountHandled().Build();

        Assert.Equal(DispatchStatus.Handled, await dispatcher.DispatchAsync(_client, 0, s_number));
        Assert.Equal(DispatchStatus.Handled, await dispatcher.DispatchAsync(_client, 65535, s_number));
        Assert.Equal(DispatchStatus.Unknown, await dispatcher.DispatchAsync(_client, 32768, s_number));
        Assert.Equal(Counters(handled: 2, unknown: 1), dispatcher.GetTotals());
        Assert.True(dispatcher.Handles(0) && dispatcher.Handles(65535));
    }

    [Fact]
    public async Task DispatchAsync_EmptyDispatcher_KnowsNothing() =>
        Assert.Equal(DispatchStatus.Unknown, await new AsyncOpcodeDispatcherBuilder<Client>().Build().DispatchAsync(_client, 0, default));

    [Theory]
    [InlineData(0b001UL, DispatchStatus.Filtered)]
    [InlineData(0b011UL, DispatchStatus.Handled)]
    [InlineData(0UL, DispatchStatus.Filtered)]
    public async Task DispatchAsync_States_LetThroughWhatTheyShare(ulong states, DispatchStatus expected)
    {
        var parses = new FaultPlan();
        AsyncOpcodeDispatcher<Client> dispatcher = new AsyncOpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser, NumberHandler>(Opcode, new NumberParser(parses), default, 0b110).CountHandled().Build();

        Assert.Equal(expected, await dispatcher.DispatchAsync(_client, Opcode, s_number, states));
        Assert.Equal(expected == DispatchStatus.Handled ? 1 : 0, parses.Calls);
        Assert.Equal(expected == DispatchStatus.Handled ? Counters(handled: 1) : Counters(filtered: 1), dispatcher.GetCounters(Opcode));
    }

    [Fact]
    public async Task DispatchAsync_Token_ReachesTheHandler()
    {
        using var cancellation = new CancellationTokenSource();
        CancellationToken seen = default;
        AsyncOpcodeDispatcher<Client> dispatcher = new AsyncOpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser>(Opcode, (_, _, token) =>
            {
                seen = token;
                return default;
            }).Build();

        await dispatcher.DispatchAsync(_client, Opcode, s_number, cancellation.Token);

        Assert.Equal(cancellation.Token, seen);
    }

    [Fact]
    public async Task DispatchAsync_PacketThatRefersToThePayload_SeesItUntilTheEnd()
    {
        var until = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        AsyncOpcodeDispatcher<Client> dispatcher = new AsyncOpcodeDispatcherBuilder<Client>()
            .Add<ReadOnlyMemory<byte>, WholePayload>(Opcode, async (client, packet, _) =>
            {
                await until.Task;
                client.Inbox.Take(packet.Span[0]);
            }).Build();

        ValueTask<DispatchStatus> task = dispatcher.DispatchAsync(_client, Opcode, s_number);
        until.SetResult(true);
        await task;

        Assert.Equal(5, _inbox.Sum);
    }

    private static AsyncOpcodeDispatcherBuilder<Client> NewBuilder() =>
        new AsyncOpcodeDispatcherBuilder<Client>().Add<int, NumberParser, NumberHandler>(Opcode)
            .Add<int, NumberParser, NumberHandler>(Last);

    private static AsyncOpcodeDispatcherBuilder<Client> NewLater(Task until) => new AsyncOpcodeDispatcherBuilder<Client>()
        .Add<int, NumberParser>(Opcode, async (client, packet, _) =>
        {
            await until.ConfigureAwait(false);
            client.Inbox.Take(packet);
        });

    private static OpcodeCounters Counters(long handled = 0, long unknown = 0, long malformed = 0, long filtered = 0, long faulted = 0) =>
        new(handled, unknown, malformed, filtered, faulted);

    private readonly struct WholePayload : IMemoryPacketParser<ReadOnlyMemory<byte>>
    {
        public bool TryParse(ReadOnlyMemory<byte> payload, out ReadOnlyMemory<byte> packet)
        {
            packet = payload;
            return true;
        }
    }
}
