namespace Pooling.Analyzers.Usage;

/// <content>Correct code with lambdas that use leases.</content>
internal static partial class CorrectCode
{
    internal const string Lambdas = """
        internal sealed class Lambdas
        {
            event Action? Done;
            Action? _later;
            Timer? _timer;

            void Run1(int[] a)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                Array.ForEach(a, i => lease.Value.WriteByte((byte)i));
            }

            async Task Run2()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                await Task.Run(() => lease.Value.WriteByte(1));
            }

            void Run3()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                Task.Run(() => lease.Value.WriteByte(1)).Wait();
            }

            void Run4()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var t = Task.Run(() => lease.Value.WriteByte(1));
                t.Wait();
            }

            async Task Run5()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var t = Task.Run(() => lease.Value.WriteByte(1));
                Console.WriteLine(1);
                await t;
            }

            async Task Run6()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var all = new List<Task>();
                for (int i = 0; i < 2; i++)
                    all.Add(Task.Run(() => lease.Value.WriteByte(1)));
                await Task.WhenAll(all);
            }

            async Task Run7()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                Task a = Task.Run(() => lease.Value.WriteByte(1)),
                    b = Task.Run(() => 1);
                await Task.WhenAll(a, b);
            }

            void Run8(int[] a)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                Parallel.ForEach(a, i => Console.WriteLine(lease.Value.WrittenCount));
                Parallel.For(0, 3, i => Console.WriteLine(lease.Value.WrittenCount));
                Parallel.Invoke(() => lease.Value.WriteByte(1));
            }

            async Task Run9(int[] a)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                await Parallel.ForEachAsync(
                    a,
                    async (i, t) =>
                    {
                        await Task.Yield();
                        Console.WriteLine(lease.Value.WrittenCount);
                    }
                );
            }

            void Run10()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var t = new Thread(() => lease.Value.WriteByte(1));
                t.Start();
                t.Join();
            }

            void Run11()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var done = new ManualResetEventSlim();
                ThreadPool.QueueUserWorkItem(_ =>
                {
                    lease.Value.WriteByte(1);
                    done.Set();
                });
                done.Wait();
            }

            async Task Run12()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var tcs = new TaskCompletionSource();
                _ = Task.Run(() =>
                {
                    lease.Value.WriteByte(1);
                    tcs.SetResult();
                });
                await tcs.Task;
            }

            void Run13()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var c = new CountdownEvent(2);
                for (int i = 0; i < 2; i++)
                    ThreadPool.QueueUserWorkItem(_ =>
                    {
                        Console.WriteLine(lease.Value.WrittenCount);
                        c.Signal();
                    });
                c.Wait();
            }

            void Run14(CancellationToken t)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using var r = t.Register(() => lease.Value.ResetWrittenCount());
                lease.Value.WriteByte(1);
            }

            async Task Run15()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                using (new Timer(_ => Console.WriteLine(lease.Value.WrittenCount), null, 0, 10))
                    await Task.Delay(100);
            }

            async Task Run16()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var t = new Timer(_ => Console.WriteLine(lease.Value.WrittenCount), null, 0, 10);
                await Task.Delay(100);
                await t.DisposeAsync();
            }

            void Run17()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                Action on = () => lease.Value.WriteByte(1);
                Done += on;
                try
                {
                    Raise();
                }
                finally
                {
                    Done -= on;
                }
            }

            void Raise() => Done?.Invoke();

            void Run18()
            {
                var lease = PooledArrayBufferWriter.Rent();
                _later = () =>
                {
                    using (lease)
                        lease.Value.WriteByte(1);
                };
            }

            Action Run19()
            {
                var lease = PooledArrayBufferWriter.Rent();
                return () => lease.Dispose();
            }

            Func<int> Run20()
            {
                var lease = PooledArrayBufferWriter.Rent();
                return () =>
                {
                    try
                    {
                        return lease.Value.WrittenCount;
                    }
                    finally
                    {
                        lease.Dispose();
                    }
                };
            }

            void Run21()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                int n = lease.Value.WrittenCount;
                Task.Run(() => Console.WriteLine(n));
            }

            void Run22()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                byte[] copy = lease.Value.WrittenSpan.ToArray();
                _later = () => Console.WriteLine(copy.Length);
            }

            int Run23(int[] a)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return a.Select(i => i + lease.Value.WrittenCount).Sum();
            }

            List<int> Run24(int[] a)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return a.Where(i => i > lease.Value.WrittenCount).ToList();
            }
        }
        """;
}
