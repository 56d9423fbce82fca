namespace Pooling.Analyzers.Usage;

/// <content>Correct code with loops without an end, nullable leases, and tasks that exclude each other.</content>
internal static partial class CorrectCode
{
    internal const string Loops = """
        internal static class OwnExtensions
        {
            internal static void WriteTo(this W writer, Stream s) => s.Write(writer.WrittenSpan);
        }

        internal sealed class Loops
        {
            bool _o;
            bool IsOpen => _o;
            bool IsClosed => !_o;
            bool IsAnyOpen() => _o;
            const bool Never = false;

            void Endless1(LeasePool<StringBuilder> p)
            {
                var l = p.Rent();
                while (true)
                {
                    if (Console.ReadLine() == "")
                    {
                        l.Dispose();
                        return;
                    }
                }
            }

            void Endless2(LeasePool<StringBuilder> p)
            {
                var l = p.Rent();
                while (true)
                {
                    if (Console.ReadLine() is not { } s)
                        break;
                    l.Value.Append(s);
                }
                l.Dispose();
            }

            async Task<int> Endless3(LeasePool<StringBuilder> p)
            {
                var l = p.Rent();
                do
                {
                    await Task.Delay(1);
                    if (l.Value.Length > 3)
                    {
                        l.Dispose();
                        return 1;
                    }
                } while (true);
            }

            void Endless4(LeasePool<StringBuilder> p, Func<bool> more)
            {
                while (true)
                {
                    var l = p.Rent();
                    try
                    {
                        if (!more())
                            continue;
                        l.Value.Append(1);
                    }
                    finally
                    {
                        l.Dispose();
                    }
                }
            }

            void Endless5(LeasePool<StringBuilder> p)
            {
                var l = p.Rent();
                if (Never)
                    return;
                l.Dispose();
            }

            void Endless6(LeasePool<StringBuilder> p, Func<bool> more)
            {
                var l = p.Rent();
                while (true)
                {
                    l.Value.Append(1);
                    l.Dispose();
                    if (more())
                        return;
                    l = p.Rent();
                }
            }

            void Nullable1(LeasePool<StringBuilder> p)
            {
                PooledLease<StringBuilder>? l = null;
                try
                {
                    l = p.Rent();
                }
                finally
                {
                    if (l is not null)
                        l.Value.Dispose();
                }
            }

            void Nullable2(LeasePool<StringBuilder> p)
            {
                PooledLease<StringBuilder>? l = p.Rent();
                if (l.HasValue)
                    l.Value.TryReturn();
            }

            void Nullable3(LeasePool<StringBuilder> p)
            {
                PooledLease<StringBuilder>? l = p.Rent();
                l.GetValueOrDefault().Dispose();
            }

            PooledLease<StringBuilder> Nullable4(LeasePool<StringBuilder> p)
            {
                PooledLease<StringBuilder>? l = p.Rent();
                return l.Value;
            }

            async Task Nullable5(LeasePool<StringBuilder> p, Channel<PooledLease<StringBuilder>> c)
            {
                PooledLease<StringBuilder>? l = p.Rent();
                await c.Writer.WriteAsync(l.Value);
            }

            void Nullable6(LeasePool<StringBuilder> p)
            {
                PooledLease<StringBuilder>? l = p.Rent();
                var same = l!.Value;
                same.Dispose();
            }

            void Nullable7(LeasePool<StringBuilder> p) => ((PooledLease<StringBuilder>?)p.Rent())!.Value.Dispose();

            async Task Tasks1(bool fast)
            {
                var q = new SpscRingQueue<int>(8);
                Task t;
                if (fast)
                    t = Task.Run(() => q.TryDequeue(out _));
                else
                    t = Task.Run(() => q.TryDequeue(out int i) && i > 0);
                q.TryEnqueue(1);
                await t;
            }

            async Task Tasks2(int kind)
            {
                var q = new SpscRingQueue<int>(8);
                Task t;
                switch (kind)
                {
                    case 1:
                        t = Task.Run(() => q.TryDequeue(out _));
                        break;
                    default:
                        t = Task.Run(() => q.TryDequeue(out int i) && i > 0);
                        break;
                }
                await t;
            }

            Task Tasks3(bool fast)
            {
                var q = new SpscRingQueue<int>(8);
                if (fast)
                    return Task.Run(() => q.TryDequeue(out _));
                return Task.Run(() => q.TryDequeue(out int i) && i > 0);
            }

            async Task Tasks4(bool fast)
            {
                var q = new SpscRingQueue<int>(8);
                Task t = fast ? Task.Run(() => q.TryDequeue(out _)) : Task.Run(() => q.TryDequeue(out int i) && i > 0);
                await t;
            }

            Task Tasks5(int[] all)
            {
                var q = new SpscRingQueue<int>(8);
                foreach (int i in all)
                {
                    if (i > 0)
                        return Task.Run(() => q.TryDequeue(out _));
                }
                return Task.CompletedTask;
            }

            async Task Tasks6()
            {
                var c = new RingChannel<int>(new BoundedChannelOptions(8) { SingleReader = true });
                var read = Task.Run(async () =>
                {
                    await foreach (int i in c.Reader.ReadAllAsync())
                        Console.WriteLine(i);
                });
                var end = Task.Run(async () => await c.Reader.Completion);
                var count = Task.Run(() => Console.WriteLine(c.Reader.Count));
                c.Writer.Complete();
                await Task.WhenAll(read, end, count);
            }

            void Own1(W w, Stream s)
            {
                var m = w.WrittenMemory;
                w.WriteTo(s);
                Console.WriteLine(m.Span[0]);
            }

            void Open1()
            {
                var l = PooledArrayBufferWriter.Rent();
                if (IsOpen)
                {
                    l.Dispose();
                    return;
                }
                if (IsClosed)
                    l.Dispose();
            }

            void Open2()
            {
                var l = PooledArrayBufferWriter.Rent();
                if (IsOpen)
                {
                    l.Dispose();
                    return;
                }
                if (!_o)
                    l.Dispose();
            }

            void Open3()
            {
                var l = PooledArrayBufferWriter.Rent();
                if (IsAnyOpen())
                    l.Dispose();
                else if (IsClosed)
                    l.Dispose();
            }

            void Open4()
            {
                var l = PooledArrayBufferWriter.Rent();
                _o = l.IsLive;
                if (IsOpen)
                    l.Dispose();
            }
        }
        """;
}
