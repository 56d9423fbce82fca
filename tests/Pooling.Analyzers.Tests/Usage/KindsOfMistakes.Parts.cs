namespace Pooling.Analyzers.Usage;

/// <content>Mistakes with parts of messages.</content>
internal static partial class KindsOfMistakes
{
    internal const string Parts = MessageWithParts.Source + """
        internal sealed class Parts
        {
            List<Part> _parts = new();
            Part? _part;
            Message? _message;

            Part Take1()
            {
                using var r = Message.Pool.Rent();
                return {|POOL002:r.Value.Items.Add()|};
            }

            int Take2()
            {
                Part p;
                using (var r = Message.Pool.Rent())
                {
                    p = r.Value.Items.Add();
                }
                return {|POOL002:p|}.A;
            }

            void Take3()
            {
                using var r = Message.Pool.Rent();
                _part = {|POOL002:r.Value.Items[0]|};
            }

            void Take4()
            {
                using var r = Message.Pool.Rent();
                var m = r.Value;
                _part = {|POOL002:m.Items.Add()|};
            }

            void Take5()
            {
                using var r = Message.Pool.Rent();
                foreach (var p in r.Value.Items)
                    _parts.Add({|POOL002:p|});
            }

            void Take6()
            {
                using var r = Message.Pool.Rent();
                var p = r.Value.Items.Add();
                r.Value.Items.Clear();
                {|POOL002:p|}.A = 1;
            }

            Message Take7()
            {
                using var s = PooledScope.Begin();
                var m = s.Rent(Message.Pool);
                m.B = 1;
                return {|POOL002:m|};
            }

            void Take8()
            {
                using var s = PooledScope.Begin();
                _message = {|POOL002:s.Rent(Message.Pool)|};
            }

            int Take9()
            {
                Message m;
                using (var s = PooledScope.Begin())
                {
                    m = s.Rent(Message.Pool);
                }
                return {|POOL002:m|}.B;
            }

            List<Part> Take10()
            {
                var all = new List<Part>();
                using var r = Message.Pool.Rent();
                all.Add({|POOL002:r.Value.Items.Add()|});
                return all;
            }

            void Take11()
            {
                var r = Message.Pool.Rent();
                var p = r.Value.Items.Add();
                r.Dispose();
                {|POOL002:p|}.A = 2;
            }

            Message Take12()
            {
                using var r = Message.Pool.Rent();
                return {|POOL002:r.Value|};
            }

            void Take13()
            {
                using var s = PooledScope.Begin();
                var m = s.Rent(Message.Pool);
                {|POOL002:Task.Run(() => m.B = 2)|};
            }
        }
        """;
}
