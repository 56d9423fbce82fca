namespace Pooling.Analyzers.Usage;

/// <content>Mistakes in loops without an end, with nullable leases, and with tasks of which both run.</content>
internal static partial class KindsOfMistakes
{
    internal const string Loops = """
        internal sealed class Loops
        {
            bool _o;
            bool Has { get; set; }
            bool IsOpen => _o;

            void Endless1(LeasePool<StringBuilder> p, Func<bool> more)
            {
                var l = {|POOL001:p.Rent()|};
                while (true)
                {
                    if (Console.ReadLine() == "")
                    {
                        l.Dispose();
                        return;
                    }
                    if (more())
                        return;
                }
            }

            void Endless2(LeasePool<StringBuilder> p, Func<bool> more)
            {
                while (true)
                {
                    var l = {|POOL001:p.Rent()|};
                    if (more())
                        continue;
                    l.Dispose();
                }
            }

            void Endless3(LeasePool<StringBuilder> p, Func<bool> more)
            {
                var l = p.Rent();
                l.Dispose();
                while (true)
                {
                    if (more())
                        break;
                }
                {|POOL002:l|}.Value.Append(1);
            }

            void Endless4(W w, Func<bool> more)
            {
                var m = w.GetMemory(4);
                w.Advance(1);
                while (true)
                {
                    w.WriteByte(1);
                    if (more())
                        break;
                }
                {|POOL002:m|}.Span[0] = 1;
            }

            void Endless5(W w, Func<bool> more)
            {
                var m = w.GetMemory(4);
                while (more())
                {
                    m.Span[0] = 1;
                    m = w.GetMemory(4);
                    w.WriteByte(1);
                    if (more())
                        {|POOL002:m|}.Span[0] = 2;
                    m = default;
                }
            }

            void Nullable1(LeasePool<StringBuilder> p)
            {
                PooledLease<StringBuilder>? l = {|POOL001:p.Rent()|};
                if (l.HasValue)
                    l.Value.Value.Append(1);
            }

            void Nullable2(LeasePool<StringBuilder> p)
            {
                PooledLease<StringBuilder>? l = null;
                l = {|POOL001:p.Rent()|};
                if (l is not null && l.GetValueOrDefault().IsLive)
                    Console.WriteLine();
            }

            void Nullable3(LeasePool<StringBuilder> p) =>
                ((PooledLease<StringBuilder>?){|POOL001:p.Rent()|})!.Value.Value.Append(1);

            async Task Tasks1(bool fast)
            {
                var q = new SpscRingQueue<int>(8);
                Task t = Task.CompletedTask;
                if (fast)
                    t = Task.Run(() => q.TryDequeue(out _));
                var u = {|POOL008:Task.Run(() => q.TryDequeue(out int i) && i > 0)|};
                await t;
                await u;
            }

            async Task Tasks2(int kind)
            {
                var q = new SpscRingQueue<int>(8);
                List<Task> all = [];
                switch (kind)
                {
                    case 1:
                        all.Add(Task.CompletedTask);
                        all.Add(Task.CompletedTask);
                        break;
                    default:
                        var a = Task.Run(() => q.TryDequeue(out _));
                        var b = {|POOL008:Task.Run(() => q.TryDequeue(out int i) && i > 0)|};
                        await a;
                        await b;
                        break;
                }
            }

            async Task Tasks3()
            {
                var c = new RingChannel<int>(new BoundedChannelOptions(8) { SingleReader = true });
                var a = Task.Run(async () => await c.Reader.ReadAsync());
                var b = {|POOL008:Task.Run(async () => await c.Reader.WaitToReadAsync())|};
                await a;
                await b;
            }

            void Open1()
            {
                var l = {|POOL001:PooledArrayBufferWriter.Rent()|};
                if (IsOpen)
                    l.Dispose();
            }

            void Open2(bool b)
            {
                var l = {|POOL001:PooledArrayBufferWriter.Rent()|};
                if (Has)
                {
                    l.Dispose();
                    return;
                }
                if (b)
                    l.Dispose();
            }
        }
        """;
}
