namespace Pooling.Analyzers.Usage;

/// <content>Mistakes with objects of pools without leases.</content>
internal static partial class KindsOfMistakes
{
    internal const string Objects = """
        internal sealed class Objects
        {
            string Return1(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                b.Append(1);
                p.Return(b);
                return {|POOL004:b|}.ToString();
            }

            int Return2(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                p.Return(b);
                return {|POOL004:b|}.Length;
            }

            void Return3(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                try
                {
                    b.Append(1);
                    p.Return(b);
                }
                finally
                {
                    {|POOL004:p.Return(b)|};
                }
            }

            void Return4(ObjectPool<StringBuilder> p)
            {
                var b = p.Get();
                p.Return(b);
                foreach (var c in {|POOL004:b|}.GetChunks())
                    Console.WriteLine(c.Length);
            }

            void Return5(ObjectPool<List<int>> p)
            {
                var b = p.Get();
                p.Return(b);
                foreach (int c in {|POOL004:b|})
                    Console.WriteLine(c);
            }

            int Return6(ObjectPool<List<int>> p)
            {
                var b = p.Get();
                p.Return(b);
                return {|POOL004:b|}.Count;
            }

            int Return7(ObjectPool<List<int>> p)
            {
                var b = p.Get();
                p.Return(b);
                return {|POOL004:b|}.Sum();
            }

            void Return8(ObjectPool<List<int>> p)
            {
                var b = p.Get();
                p.Return(b);
                {|POOL004:b|}.Sort();
            }

            void Return9(ObjectPool<StringBuilder> p, bool b)
            {
                var x = p.Get();
                if (b)
                    p.Return(x);
                {|POOL004:p.Return(x)|};
            }

            void Return10(ObjectPool<List<int>> p, Action<int> a)
            {
                var x = p.Get();
                try
                {
                    x.Add(1);
                }
                finally
                {
                    p.Return(x);
                }
                {|POOL004:x|}.ForEach(a);
            }

            IEnumerable<int> Return11(ObjectPool<List<int>> p)
            {
                var x = p.Get();
                x.Add(1);
                p.Return(x);
                return {|POOL004:x|};
            }

            void Return12(ObjectPool<List<int>> p)
            {
                var x = p.Get();
                p.Return(x);
                {|POOL004:x|}[0] = 3;
            }

            StringBuilder? _s;

            void Return13(ObjectPool<StringBuilder> p)
            {
                var x = p.Get();
                p.Return(x);
                _s = {|POOL004:x|};
            }
        }
        """;
}
