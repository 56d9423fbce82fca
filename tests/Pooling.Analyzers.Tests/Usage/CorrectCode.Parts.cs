namespace Pooling.Analyzers.Usage;

/// <content>Correct code with parts of messages.</content>
internal static partial class CorrectCode
{
    internal const string Parts = MessageWithParts.Source + """
        internal sealed class Parts
        {
            Part? _part;
            readonly List<Message> _all = new();

            int Take1()
            {
                using var r = Message.Pool.Rent();
                var p = r.Value.Items.Add();
                p.A = 1;
                return p.A;
            }

            PooledRef<Part> Take2()
            {
                using var r = Message.Pool.Rent();
                r.Value.Items.Add().A = 1;
                return r.Value.Items.DetachAt(0);
            }

            void Take3()
            {
                using var r = Message.Pool.Rent();
                _part = r.Value.Items.Add();
                try
                {
                    Fill();
                }
                finally
                {
                    _part = null;
                }
            }

            void Fill() => _part!.A = 3;

            int Take4()
            {
                using var s = PooledScope.Begin();
                var m = s.Rent(Message.Pool);
                m.B = 2;
                return m.B;
            }

            PooledRef<Message> Take5()
            {
                var r = Message.Pool.Rent();
                r.Value.B = 2;
                return r;
            }

            void Take6()
            {
                using var r = Message.Pool.Rent();
                foreach (var p in r.Value.Items)
                    p.A++;
                r.Value.Items.Clear();
                var q = r.Value.Items.Add();
                q.A = 1;
            }

            int Take7()
            {
                using var r = Message.Pool.Rent();
                Part? best = null;
                foreach (var p in r.Value.Items)
                {
                    if (best is null || p.A > best.A)
                        best = p;
                }
                return best?.A ?? 0;
            }

            Message Take8(Message m)
            {
                using var s = PooledScope.Begin();
                var t = s.Rent(Message.Pool);
                t.B = m.B;
                return m;
            }

            void Take9()
            {
                var m = new Message();
                m.Items.Add().A = 1;
                _all.Add(m);
            }

            int[] Take10()
            {
                using var r = Message.Pool.Rent();
                return r.Value.Items.AsMemory<Part>().ToArray().Select(p => p.A).ToArray();
            }
        }
        """;
}
