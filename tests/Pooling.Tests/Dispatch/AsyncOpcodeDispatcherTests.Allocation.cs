#if !NETFRAMEWORK
using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Tests that dispatching allocates nothing if the handler completes synchronously.</summary>
public sealed partial class AsyncOpcodeDispatcherTests
{
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(Opcode, 4, ulong.MaxValue, DispatchStatus.Handled)]
    [InlineData(Opcode, 3, ulong.MaxValue, DispatchStatus.Malformed)]
    [InlineData(Opcode, 4, 0UL, DispatchStatus.Filtered)]
    [InlineData(Hole, 4, ulong.MaxValue, DispatchStatus.Unknown)]
    public void DispatchAsync_EndsAtOnce_AllocatesNothing(ushort opcode, int length, ulong states, DispatchStatus expected)
    {
        AsyncOpcodeDispatcher<Client> dispatcher = NewBuilder().Build();
        byte[] payload = new byte[length];

        AllocationAssert.Zero(() =>
        {
            ValueTask<DispatchStatus> task = dispatcher.DispatchAsync(_client, opcode, payload, states);
            if (!task.IsCompletedSuccessfully || task.Result != expected)
                throw new InvalidOperationException("Another status.");
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void DispatchPooled_EndsAtOnce_AllocatesNothing()
    {
        using EncodeablePool<Reading> type = NewType();
        AsyncOpcodeDispatcher<Client> dispatcher = NewPooled(type, null, null).Build();

        AllocationAssert.Zero(() =>
        {
            Assert.True(dispatcher.DispatchAsync(_client, Opcode, s_number).IsCompletedSuccessfully);
            Assert.True(dispatcher.DispatchAsync(_client, Opcode, s_malformed).IsCompletedSuccessfully);
        });
    }
}
#endif
