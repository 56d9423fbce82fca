namespace Pooling.Analyzers.Usage;

/// <content>Correct code with objects of pools without leases.</content>
internal static partial class CorrectCode
{
    internal const string Items = """
        internal sealed class Items
        {
            StringBuilder? _kept;
            readonly ObjectPool<StringBuilder> _pool = null!;

            string Return1(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                try
                {
                    b.Append(1);
                    return b.ToString();
                }
                finally
                {
                    p.Return(b);
                }
            }

            void Return2(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                b.Append(1);
                p.Return(b);
                b = p.Get();
                b.Append(2);
                p.Return(b);
            }

            void Return3(ObjectPool<StringBuilder> p, bool c)
            {
                var b = p.Get();
                if (c)
                {
                    p.Return(b);
                    return;
                }
                b.Append(1);
                p.Return(b);
            }

            void Return4(ObjectPool<StringBuilder> p)
            {
                StringBuilder? b = p.Get();
                p.Return(b);
                b = null;
                Console.WriteLine(b is null);
            }

            void Return5(ObjectPool<StringBuilder> p, bool c)
            {
                var b = p.Get();
                bool done = false;
                try
                {
                    if (c)
                    {
                        p.Return(b);
                        done = true;
                    }
                }
                finally
                {
                    if (!done)
                        p.Return(b);
                }
            }

            void Return6(ObjectPool<StringBuilder> p)
            {
                for (int i = 0; i < 3; i++)
                {
                    var b = p.Get();
                    b.Append(i);
                    p.Return(b);
                }
            }

            void Return7(ObjectPool<StringBuilder> p)
            {
                var all = new[] { p.Get(), p.Get() };
                foreach (var b in all)
                {
                    b.Append(1);
                    p.Return(b);
                }
            }

            StringBuilder Return8(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                b.Append(1);
                return b;
            }

            void Return9(ObjectPool<StringBuilder> p)
            {
                _kept = p.Get();
                _kept.Append(1);
                p.Return(_kept);
                _kept = null;
            }

            int Return10(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                int n = b.Length;
                p.Return(b);
                return n;
            }

            void Return11(ObjectPool<StringBuilder> p, bool big)
            {
                var b = p.Get();
                b.Append(1);
                if (b.Capacity < 4096)
                    p.Return(b);
            }

            void Return12(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                p.Return(b);
                Console.WriteLine(ReferenceEquals(b, p.Get()));
            }

            IEnumerable<int> Return13(ObjectPool<List<int>> p, int[] a)
            {
                var b = p.Get();
                try
                {
                    b.AddRange(a);
                    foreach (int i in b)
                        yield return i;
                }
                finally
                {
                    p.Return(b);
                }
            }

            async Task<string> Return14(ObjectPool<StringBuilder> p, Stream s)
            {
                var b = p.Get();
                try
                {
                    await s.FlushAsync();
                    return b.Append(1).ToString();
                }
                finally
                {
                    p.Return(b);
                }
            }

            void Return15(ObjectPool<StringBuilder> p, int n)
            {
                var b = p.Get();
                switch (n)
                {
                    case 0:
                        p.Return(b);
                        break;
                    case 1:
                        b.Append(1);
                        goto case 0;
                    default:
                        goto case 0;
                }
            }

            void Return16(ObjectPool<StringBuilder> p)
            {
                StringBuilder b;
                do
                {
                    b = p.Get();
                    p.Return(b);
                    b = p.Get();
                } while (b.Length > 0);
                p.Return(b);
            }

            sealed class Rented(ObjectPool<StringBuilder> pool) : IDisposable
            {
                public StringBuilder Item { get; } = pool.Get();

                public void Dispose() => pool.Return(Item);
            }

            void Return17(ObjectPool<StringBuilder> p)
            {
                using var r = new Rented(p);
                r.Item.Append(1);
            }

            void Return18(ObjectPool<StringBuilder> p, Action<Action> later)
            {
                var b = p.Get();
                later(() => p.Return(b));
                b.Append(1);
            }

            void Return19(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                try
                {
                    b.Append(1);
                }
                catch
                {
                    p.Return(b);
                    throw;
                }
                b.Append(2);
                p.Return(b);
            }

            void Return20(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                try
                {
                    b.Append(1);
                }
                catch (IOException)
                {
                    b = new();
                }
                p.Return(b);
            }

            (StringBuilder, int) Return21(MagazinePool<StringBuilder> p)
            {
                var b = p.Get();
                return (b, b.Length);
            }

            void Return22(MagazinePool<StringBuilder> p, Dictionary<string, StringBuilder> d)
            {
                d["a"] = p.Get();
                d["b"] = p.Get();
                foreach (var b in d.Values)
                    p.Return(b);
            }

            void Return23(MagazinePool<StringBuilder> p, string[] a)
            {
                StringBuilder? b = null;
                try
                {
                    foreach (string s in a)
                        (b ??= p.Get()).Append(s);
                }
                finally
                {
                    if (b is not null)
                        p.Return(b);
                }
            }

            static T Return24<T>(ObjectPool<T> p, Func<T, T> f)
                where T : class
            {
                var t = p.Get();
                var r = f(t);
                if (!ReferenceEquals(r, t))
                    p.Return(t);
                return r;
            }
        }
        """;
}
