namespace Pooling.Analyzers.Usage;

/// <content>Mistakes with what is read from queues.</content>
internal static partial class KindsOfMistakes
{
    internal const string Queues = """
        internal sealed class Queues
        {
            async Task Read1(Channel<Lease> c)
            {
                await foreach (var lease in {|POOL001:c.Reader.ReadAllAsync()|})
                    Console.WriteLine(lease.Value.WrittenCount);
            }

            async Task Read2(ChannelReader<Lease> c, CancellationToken t)
            {
                await foreach (Lease lease in {|POOL001:c.ReadAllAsync(t)|}.ConfigureAwait(false))
                {
                    await Stream.Null.WriteAsync(lease.Value.WrittenMemory);
                }
            }

            async Task Read3(RingChannel<Lease> c)
            {
                var lease = await {|POOL001:c.Reader.ReadAsync()|};
                Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read4(MpscRingQueue<Lease> q)
            {
                while ({|POOL001:q.TryDequeue(out var lease)|})
                {
                    Console.WriteLine(lease.Value.WrittenCount);
                }
            }

            void Read5(ChannelReader<SharedBuffer> q)
            {
                if ({|POOL001:q.TryRead(out SharedBuffer lease)|})
                    Console.WriteLine(lease.Length);
            }

            void Read6(System.Collections.Concurrent.ConcurrentQueue<Lease> q)
            {
                Lease lease;
                while ({|POOL001:q.TryDequeue(out lease)|})
                    Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read7(Queue<Lease> q)
            {
                var lease = {|POOL001:q.Dequeue()|};
                Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read8(System.Collections.Concurrent.BlockingCollection<Lease> q)
            {
                foreach (var lease in {|POOL001:q.GetConsumingEnumerable()|})
                    Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read9(MpscRingQueue<Lease> q)
            {
                {|POOL001:q.Drain(static (lease, s) => s.Write(lease.Value.WrittenSpan), Stream.Null)|};
            }

            async Task Read10(BatchReader<Lease> r)
            {
                var batch = new Lease[16];
                int n = await {|POOL001:r.ReadBatchAsync(batch, TimeSpan.Zero)|};
                for (int i = 0; i < n; i++)
                    Console.WriteLine(batch[i].Value.WrittenCount);
            }

            void Read11(SpscRingQueue<Lease> q)
            {
                Lease[] batch = new Lease[16];
                int n = {|POOL001:q.DequeueMany(batch)|};
                foreach (var lease in batch.AsSpan(0, n))
                    Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read12(SpscRingQueue<Lease> q)
            {
                {|POOL001:q.TryDequeue(out _)|};
            }

            async Task Read13(RingChannel<Lease> c)
            {
                Console.WriteLine((await {|POOL001:c.Reader.ReadAsync()|}).Value.WrittenCount);
            }

            async Task Read14(ChannelReader<Lease> c)
            {
                while (await c.WaitToReadAsync())
                while ({|POOL001:c.TryRead(out var lease)|})
                    Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read15(SpscRingQueue<Lease> q)
            {
                if ({|POOL001:q.TryDequeue(out var lease)|})
                {
                    using var s = lease.Value.AsReadStream();
                    s.CopyTo(Stream.Null);
                }
            }

            async Task Read16(ChannelReader<Lease> c)
            {
                Lease lease = await {|POOL001:c.ReadAsync()|};
                if (lease.Value.WrittenCount == 0)
                    return;
                await Stream.Null.WriteAsync(lease.Value.WrittenMemory);
                lease.Dispose();
            }

            async Task Read17(ChannelReader<Lease> c)
            {
                while (await c.WaitToReadAsync())
                {
                    if (!{|POOL001:c.TryRead(out Lease lease)|})
                        continue;
                    await lease.Value.CopyToAsync(Stream.Null);
                }
            }
        }
        """;
}
