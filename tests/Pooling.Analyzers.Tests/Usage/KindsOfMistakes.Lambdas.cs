namespace Pooling.Analyzers.Usage;

/// <content>Mistakes with lambdas that use leases.</content>
internal static partial class KindsOfMistakes
{
    internal const string Lambdas = """
        internal sealed class Lambdas
        {
            void Run1()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                {|POOL002:Task.Run(() => lease.Value.WriteByte(1))|};
            }

            void Run2()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var w = lease.Value;
                _ = {|POOL002:Task.Run(async () =>
                {
                    await Task.Yield();
                    w.WriteByte(1);
                })|};
            }

            void Run3()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                {|POOL002:ThreadPool.QueueUserWorkItem(_ => lease.Value.WriteByte(1))|};
            }

            void Run4()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                {|POOL002:new Thread(() => lease.Value.WriteByte(1))|}.Start();
            }

            void Run5()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var t = {|POOL002:new Thread(() => lease.Value.WriteByte(1))|};
                t.Start();
            }

            Timer? _timer;
            event Action? Done;
            Action? _later;
            static Func<int>? s_get;

            void Run6()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                _timer = {|POOL002:new Timer(_ => lease.Value.WriteByte(1), null, 0, 10)|};
            }

            void Run7()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                {|POOL002:Done += () => lease.Value.WriteByte(1)|};
            }

            void Run8()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                var w = lease.Value;
                _later = {|POOL002:() => w.WriteByte(1)|};
            }

            Task Run9()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return {|POOL002:Task.Run(() => lease.Value.WriteByte(1))|};
            }

            Func<int> Run10()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return {|POOL002:() => lease.Value.WrittenCount|};
            }

            Task Run11(int[] a)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return {|POOL002:Parallel.ForEachAsync(
                    a,
                    async (i, t) =>
                    {
                        await Task.Yield();
                        Console.WriteLine(lease.Value.WrittenCount);
                    }
                )|};
            }

            void Run12(CancellationToken t)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                {|POOL002:t.Register(() => lease.Value.ResetWrittenCount())|};
            }

            async Task Run13()
            {
                Task t;
                using (var lease = PooledArrayBufferWriter.Rent())
                {
                    t = {|POOL002:Task.Run(() => lease.Value.WriteByte(1))|};
                }
                await t;
            }

            void Run14()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                {|POOL002:Task.Factory.StartNew(() =>
                {
                    lease.Value.WriteByte(1);
                })|};
            }

            void Run15(Task x)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                {|POOL002:x.ContinueWith(_ => lease.Value.WriteByte(1))|};
            }

            void Run16()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                void Work() => lease.Value.WriteByte(1);
                {|POOL002:Task.Run(Work)|};
            }

            void Run17()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                {|POOL002:Task.Run(lease.Value.ResetWrittenCount)|};
            }

            IEnumerable<int> Run18(int[] a)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return {|POOL002:a.Select(i => i + lease.Value.WrittenCount)|};
            }

            void Run19(System.Timers.Timer x)
            {
                using var lease = PooledArrayBufferWriter.Rent();
                {|POOL002:x.Elapsed += (_, _) => lease.Value.WriteByte(1)|};
            }

            async Task Run20()
            {
                var lease = PooledArrayBufferWriter.Rent();
                var t = {|POOL002:Task.Run(() => lease.Value.WriteByte(1))|};
                lease.Dispose();
                await t;
            }

            Lazy<int> Run21()
            {
                using var lease = PooledArrayBufferWriter.Rent();
                return {|POOL002:new Lazy<int>(() => lease.Value.WrittenCount)|};
            }

            void Run22(SharedBuffer m, List<Action> subs)
            {
                using var share = m.Retain();
                foreach (var s in subs)
                    {|POOL002:Task.Run(() => Console.WriteLine(share.Length))|};
            }

            void Run23()
            {
                using var o = MagazineMemoryPool.Shared.Rent(16);
                var m = o.Memory;
                {|POOL002:Task.Run(() => m.Span.Clear())|};
            }
        }
        """;
}
