namespace Pooling.Analyzers.Usage;

/// <content>Correct code with what is read from queues.</content>
internal static partial class CorrectCode
{
    internal const string MoreQueues = """
        internal sealed class MoreQueues
        {
            readonly Channel<Lease> _channel = Channel.CreateBounded<Lease>(4);
            Lease _current;
            readonly List<Lease> _held = new();

            async IAsyncEnumerable<Lease> Read1(
                ChannelReader<Lease> c,
                [EnumeratorCancellation] CancellationToken t = default
            )
            {
                await foreach (var lease in c.ReadAllAsync(t))
                    yield return lease;
            }

            async Task Read2(ChannelReader<Lease> c)
            {
                var lease = await c.ReadAsync();
                await Task.Run(() =>
                {
                    using (lease)
                        lease.Value.WriteByte(1);
                });
            }

            async Task Read3(ChannelReader<Lease> c, ChannelWriter<Lease> w)
            {
                await foreach (var lease in c.ReadAllAsync())
                    await w.WriteAsync(lease);
            }

            async Task Read4(ChannelReader<Lease> c)
            {
                await foreach (var lease in c.ReadAllAsync())
                    Finish(lease);
            }

            static void Finish(in Lease lease) => lease.Dispose();

            async Task Read5(ChannelReader<(int Id, Lease Body)> c)
            {
                await foreach (var (id, body) in c.ReadAllAsync())
                    using (body)
                        Console.WriteLine(id);
                await foreach (var m in c.ReadAllAsync())
                    m.Body.Dispose();
            }

            void Read6(Dictionary<int, Lease> d)
            {
                if (d.TryGetValue(1, out var lease))
                    Console.WriteLine(lease.Value.WrittenCount);
                if (d.Remove(2, out lease))
                    lease.Dispose();
            }

            void Read7(SharedBuffer m)
            {
                if (m.TryRetain(out var s))
                    using (s)
                        Console.WriteLine(s.Length);
            }

            bool Read8(SharedBuffer m, out SharedBuffer s) => m.TryRetain(out s);

            void Read9(SharedBuffer m, Channel<SharedBuffer> c)
            {
                if (m.TryRetain(out var s) && !c.Writer.TryWrite(s))
                    s.Dispose();
            }

            async Task Read10(ChannelReader<Lease> c)
            {
                Lease lease = default;
                try
                {
                    lease = await c.ReadAsync();
                    Console.WriteLine(lease.Value.WrittenCount);
                }
                finally
                {
                    lease.Dispose();
                }
            }

            void Read11(Stack<Lease> s)
            {
                if (s.TryPop(out var lease))
                {
                    try
                    {
                        lease.Value.WriteByte(1);
                    }
                    finally
                    {
                        s.Push(lease);
                    }
                }
            }

            int Read12(ChannelReader<Lease> c) => c.TryRead(out var lease) ? Count(lease) : 0;

            static int Count(Lease lease)
            {
                using (lease)
                    return lease.Value.WrittenCount;
            }

            async Task Read13(ChannelReader<Lease> c)
            {
                if (await c.ReadAsync() is { IsLive: true } lease)
                    using (lease)
                        Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read14(RingQueue<Lease> q)
            {
                foreach (var lease in q)
                    Console.WriteLine(lease.Value.WrittenCount);
                q.GetSpans(out var a, out var b);
                foreach (ref readonly var lease in a)
                    Console.WriteLine(lease.Value.WrittenCount);
            }

            void Read15(RingQueue<Lease> q)
            {
                q.TryDequeueIf(static (lease, n) => lease.Value.WrittenCount > n, 3, out var lease);
                lease.Dispose();
            }

            void Read16(MpmcRingQueue<Lease> q)
            {
                q.TryEnqueueOverwrite(_current, static (old, _) => old.Dispose(), 0);
            }
        }
        """;
}
