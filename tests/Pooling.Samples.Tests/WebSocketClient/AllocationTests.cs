using Microsoft.AspNetCore.Builder;
using Pooling.Buffers;

namespace Pooling.Samples.WebSocketClient;

[Collection(AloneCollection.Name)]
[Trait("Category", "Allocation")]
public sealed class AllocationTests
{
    [Fact]
    public async Task RunAsync_AtSteadyState_AllocatesNearlyNothing()
    {
        const int Messages = 1_000;
        const int MaxBytes = 48; // a message, with the server and both sockets; one writer alone is longer
        byte[] text = new byte[64];
        int received = 0;
        await using WebApplication server = await EchoServer.StartAsync();
        using var pool = new BufferWriterPool();
        await using var client = new PooledClient(
            (socket, cancellation) => socket.ConnectAsync(PooledClientTests.AddressOf(server), cancellation),
            (message, _, _) =>
            {
                Volatile.Write(ref received, received + message.WrittenCount); // pairs with the read below
                return ValueTask.CompletedTask;
            },
            static _ => { },
            pool: pool);
        _ = client.RunAsync();

        long least = long.MaxValue;
        for (int round = 1; round <= 10; round++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            for (int i = 0; i < Messages; i++)
                await client.Queue.SendAsync(text);

            while (Volatile.Read(ref received) != round * Messages * text.Length)
                await Task.Delay(1); // pairs with the write above

            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        Assert.InRange(least / Messages, 0, MaxBytes);
    }
}
