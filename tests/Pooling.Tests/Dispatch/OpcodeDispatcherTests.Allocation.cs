#if !NETFRAMEWORK
using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;
using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Tests that dispatching allocates nothing, whatever a peer sends.</summary>
public sealed partial class OpcodeDispatcherTests
{
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(Opcode, 4, ulong.MaxValue, DispatchStatus.Handled)]
    [InlineData(Opcode, 3, ulong.MaxValue, DispatchStatus.Malformed)]
    [InlineData(Opcode, 4, 0UL, DispatchStatus.Filtered)]
    [InlineData(Hole, 4, ulong.MaxValue, DispatchStatus.Unknown)]
    [InlineData(0, 4, ulong.MaxValue, DispatchStatus.Unknown)]
    public void Dispatch_AnyStatus_AllocatesNothing(ushort opcode, int length, ulong states, DispatchStatus expected)
    {
        OpcodeDispatcher<Client> dispatcher = NewBuilder().Build();
        byte[] payload = new byte[length];

        AllocationAssert.Zero(() =>
        {
            if (dispatcher.Dispatch(in _client, opcode, payload, states) != expected)
                throw new InvalidOperationException("Another status.");
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Dispatch_ThroughADelegate_AllocatesNothing()
    {
        OpcodeDispatcher<Client> dispatcher = new OpcodeDispatcherBuilder<Client>()
            .Add<int, NumberParser>(Opcode, static (in Client client, in int packet) => client.Inbox.Take(packet))
            .Add<string, WordHandler, WordHandler>(Last).Build();

        AllocationAssert.Zero(() =>
        {
            dispatcher.Dispatch(in _client, Opcode, s_number);
            dispatcher.Dispatch(in _client, Last, s_number);
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void DispatchPooled_HandledAndMalformed_AllocatesNothing()
    {
        using EncodeablePool<Reading> type = NewType();
        OpcodeDispatcher<Client> dispatcher = NewPooled(type, null).Build();

        AllocationAssert.Zero(() =>
        {
            dispatcher.Dispatch(in _client, Opcode, s_number);
            dispatcher.Dispatch(in _client, Opcode, s_malformed);
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Dispatch_RandomBytesToEveryOpcode_NeverThrowsAllocatesNothingAndIsCounted()
    {
        using EncodeablePool<Reading> type = NewType();
        OpcodeDispatcher<Client> dispatcher = NewBuilder()
            .AddPooled<PooledRef<Reading>, EncodeableParser<Reading, ReadingDecoder>, ReadingHandler>(3, new(type), default)
            .Add<string, WordHandler, WordHandler>(65535, states: 0b11).CountHandled().Build();
        dispatcher.Dispatch(in _client, 3, s_number); // the counters of this thread, and a packet
        dispatcher.Dispatch(in _client, 65535, s_number); // the words
        long sent = 2;
        var perStatus = new long[5];
        perStatus[(int)DispatchStatus.Handled] = 2;

        // The runtime itself may allocate something once.
        long allocated = DispatchRandomBytes();
        for (int attempt = 0; attempt < 3 && allocated > 0; attempt++)
            allocated = Math.Min(allocated, DispatchRandomBytes());

        OpcodeCounters totals = dispatcher.GetTotals();
        Assert.Equal(sent, totals.Total);
        Assert.Equal([totals.Unknown, totals.Handled, totals.Malformed, totals.Filtered, totals.Faulted], perStatus);
        Assert.Equal(0, totals.Faulted);
        Assert.All(perStatus.Take(4), count => Assert.NotEqual(0, count)); // all of them occurred
        Assert.Equal(0, type.GetStatistics().InUse);
        Assert.Equal(0, allocated);

        long DispatchRandomBytes()
        {
            long bytes = 0;
            Prop.ForAll<byte[], ushort, ulong>((payload, opcode, states) =>
            {
                foreach (ushort target in new[] { opcode, (ushort)3, Opcode, Last, (ushort)65535 })
                {
                    long before = GC.GetAllocatedBytesForCurrentThread();
                    DispatchStatus status = dispatcher.Dispatch(in _client, target, payload, states);
                    bytes += GC.GetAllocatedBytesForCurrentThread() - before;
                    perStatus[(int)status]++;
                    sent++;
                }
            }).Check(Config.QuickThrowOnFailure.WithMaxTest(TestRounds.Of(5000)));
            return bytes;
        }
    }
}
#endif
