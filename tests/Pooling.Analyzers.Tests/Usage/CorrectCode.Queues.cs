namespace Pooling.Analyzers.Usage;

/// <content>Correct code with what is read from queues.</content>
internal static partial class CorrectCode
{
    internal const string Queues = """
        internal sealed class Queues
        {
            readonly Channel<Lease> _channel = Channel.CreateBounded<Lease>(4);
            Lease _current;
            readonly List<Lease> _held = new();

            async Task Read1(Channel<Lease> c)
            {
                await foreach (var lease in c.Reader.ReadAllAsync())
                    using (lease)
                        Console.WriteLine(lease.Value.WrittenCount);
            }

            async Task Read2(ChannelReader<Lease> c)
            {
                await foreach (Lease lease in c.ReadAllAsync().ConfigureAwait(false))
                {
                    try
                    {
                        await lease.Value.CopyToAsync(Stream.Null);
                    }
                    finally
                    {
                        lease.Dispose();
                    }
                }
            }

            async Task Read3(RingChannel<Lease> c)
            {
                using var lease = await c.Reader.ReadAsync();
                Console.WriteLine(lease.Value.WrittenCount);
            }

            async Task<Lease> Read4(RingChannel<Lease> c)
            {
                return await c.Reader.ReadAsync();
            }

            async ValueTask<int> Read5(ChannelReader<Lease> c)
            {
                Lease lease = await c.ReadAsync().ConfigureAwait(false);
                try
                {
                    return lease.Value.WrittenCount;
                }
                finally
                {
                    lease.Dispose();
                }
            }

            void Read6(MpscRingQueue<Lease> q)
            {
                while (q.TryDequeue(out var lease))
                {
                    using (lease)
                        Console.WriteLine(lease.Value.WrittenCount);
                }
            }

            void Read7(MpscRingQueue<Lease> q)
            {
                if (q.TryPeek(out var lease))
                    Console.WriteLine(lease.Value.WrittenCount);
            }

            bool Read8(SpscRingQueue<Lease> q, out Lease lease) => q.TryDequeue(out lease);

            bool Read9(SpscRingQueue<Lease> q, out Lease lease)
            {
                if (!q.TryDequeue(out lease))
                    return false;
                lease.Value.WriteByte(1);
                return true;
            }

            void Read10(SpscRingQueue<Lease> q)
            {
                if (q.TryDequeue(out Lease lease))
                    _held.Add(lease);
            }

            void Read11(SpscRingQueue<Lease> q)
            {
                if (q.TryDequeue(out _current))
                    Console.WriteLine(_current.Value.WrittenCount);
            }

            void Read12(Queue<Lease> q)
            {
                var lease = q.Dequeue();
                Console.WriteLine(lease.Value.WrittenCount);
                q.Enqueue(lease);
            }

            void Read13(Queue<Lease> q)
            {
                Console.WriteLine(q.Peek().Value.WrittenCount);
                foreach (var lease in q)
                    Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read14(System.Collections.Concurrent.ConcurrentQueue<Lease> q, Stack<Lease> free)
            {
                while (q.TryDequeue(out var lease))
                    free.Push(lease);
            }

            void Read15(System.Collections.Concurrent.BlockingCollection<Lease> q)
            {
                foreach (var lease in q.GetConsumingEnumerable())
                    using (lease) { }
            }

            void Read16(MpscRingQueue<Lease> q)
            {
                q.Drain(
                    static (lease, s) =>
                    {
                        using (lease)
                            s.Write(lease.Value.WrittenSpan);
                    },
                    Stream.Null
                );
            }

            void Read17(MpscRingQueue<Lease> q)
            {
                q.Drain(static (lease, s) => s.Add(lease), _held);
            }

            void Read18(MpscRingQueue<int> q)
            {
                q.Drain(static (lease, s) => s.WriteByte((byte)lease), Stream.Null);
                q.TryDequeue(out _);
                while (q.TryDequeue(out int i))
                    Console.WriteLine(i);
            }

            async Task Read19(BatchReader<Lease> r)
            {
                var batch = new Lease[16];
                int n = await r.ReadBatchAsync(batch, TimeSpan.Zero);
                for (int i = 0; i < n; i++)
                {
                    Console.WriteLine(batch[i].Value.WrittenCount);
                    batch[i].Dispose();
                }
            }

            async Task Read20(BatchReader<Lease> r)
            {
                var batch = new Lease[16];
                int n;
                while ((n = await r.ReadBatchAsync(batch, TimeSpan.Zero)) > 0)
                    await SendAsync(batch.AsMemory(0, n));
            }

            Task SendAsync(Memory<Lease> batch)
            {
                foreach (ref var lease in batch.Span)
                    lease.Dispose();
                return Task.CompletedTask;
            }

            void Read21(SpscRingQueue<Lease> q)
            {
                Lease[] batch = new Lease[16];
                int n = q.DequeueMany(batch);
                foreach (var lease in batch.AsSpan(0, n))
                    using (lease)
                        Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read22(SpscRingQueue<Lease> q)
            {
                Lease[] batch = new Lease[16];
                int n = q.DequeueMany(batch);
                for (int i = 0; i < n; i++)
                {
                    using var lease = batch[i];
                    Console.WriteLine(lease.Value.WrittenCount);
                }
            }

            Lease[] Read23(SpscRingQueue<Lease> q)
            {
                Lease[] batch = new Lease[16];
                q.DequeueMany(batch);
                return batch;
            }

            async Task Read24(ChannelReader<Lease> c)
            {
                while (await c.WaitToReadAsync())
                {
                    while (c.TryRead(out var lease))
                    {
                        if (lease.Value.WrittenCount == 0)
                        {
                            lease.Dispose();
                            continue;
                        }
                        using (lease)
                            await lease.Value.CopyToAsync(Stream.Null);
                    }
                }
            }
        }
        """;
}
