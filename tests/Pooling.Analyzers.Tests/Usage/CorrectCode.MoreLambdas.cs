namespace Pooling.Analyzers.Usage;

/// <content>Correct code with lambdas that use leases.</content>
internal static partial class CorrectCode
{
    internal const string MoreLambdas = """
        internal sealed class MoreLambdas
        {
            event Action? Done;
            Action? _later;
            Timer? _timer;

            int[] Run1(int[] a)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var q = from i in a where i > lease.Value.WrittenCount select i;
                return q.ToArray();
            }

            void Run2()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                void Write(int i) => lease.Value.WriteByte((byte)i);
                for (int i = 0; i < 3; i++)
                    Write(i);
            }

            int Run3()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                Func<int> count = () => lease.Value.WrittenCount;
                return count();
            }

            void Run4()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var lazy = new Lazy<int>(() => lease.Value.WrittenCount);
                Console.WriteLine(lazy.Value);
            }

            Task Run5()
            {
                var lease = PooledArrayBufferWriter.Rent();
                return Task.Run(async () =>
                {
                    using (lease)
                    {
                        await Task.Yield();
                        lease.Value.WriteByte(1);
                    }
                });
            }

            Task Run6()
            {
                var lease = PooledArrayBufferWriter.Rent();
                return Task.Run(() => lease.Value.WriteByte(1)).ContinueWith(_ => lease.Dispose());
            }

            void Run7(Stream s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                string.Create(3, lease, static (span, lease) => span.Fill((char)lease.Value.WrittenCount));
            }

            async Task Run8(Stream s)
            {
                Task t;
                using (var lease = PooledArrayBufferWriter.Rent())
                {
                    t = Task.Run(() => lease.Value.WriteByte(1));
                    await t;
                }
                await t;
            }

            async Task Run9(SemaphoreSlim gate)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                _ = Task.Run(() =>
                {
                    lease.Value.WriteByte(1);
                    gate.Release();
                });
                await gate.WaitAsync();
            }

            void Run10()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                bool isDone = false;
                new Thread(() =>
                {
                    lease.Value.WriteByte(1);
                    Volatile.Write(ref isDone, true);
                }).Start();
                while (!Volatile.Read(ref isDone))
                    Thread.Yield();
            }

            async Task Run11(Func<Func<Task>, Task> retry, Stream s)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                await retry(async () => await s.WriteAsync(lease.Value.WrittenMemory));
            }

            Task<int> Run12()
            {
                return Task.Run(() =>
                {
                    using var lease = PooledArrayBufferWriter.Rent();
                    return lease.Value.WrittenCount;
                });
            }

            void Run13()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var w = new FileSystemWatcher(".");
                w.Changed += (_, _) => Console.WriteLine(lease.Value.WrittenCount);
                w.Dispose();
            }

            async Task Run14(CancellationToken t)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                CancellationTokenRegistration r = t.Register(() => lease.Value.ResetWrittenCount());
                try
                {
                    await Task.Yield();
                }
                finally
                {
                    r.Dispose();
                }
            }

            void Run15(Thread[] threads)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                for (int i = 0; i < threads.Length; i++)
                {
                    threads[i] = new Thread(() => Console.WriteLine(lease.Value.WrittenCount));
                    threads[i].Start();
                }
                foreach (var t in threads)
                    t.Join();
            }

            void Run16(SynchronizationContext c)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                c.Send(_ => lease.Value.WriteByte(1), null);
            }

            void Run17(Lease[] all)
            {
                foreach (var lease in all)
                    ThreadPool.QueueUserWorkItem(
                        static s =>
                        {
                            using (s)
                                s.Value.WriteByte(1);
                        },
                        lease,
                        preferLocal: true
                    );
            }

            void Run18()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                _timer = new Timer(_ => Console.WriteLine(lease.Value.WrittenCount));
                Thread.Sleep(10);
                _timer.Dispose();
            }
        }
        """;
}
