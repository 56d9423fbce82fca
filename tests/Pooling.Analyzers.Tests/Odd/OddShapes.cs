using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.Analyzers.Odd;

/// <summary>Programs with a name ($N) in each place that generated code may write or encounter.</summary>
internal static class OddShapes
{
    private const string Others = """
        [PooledEncodeable] public sealed partial class Item { public int V; }
        public struct Slot { public Item I; public void VisitNested(ref NestedVisitor nested) => nested.Visit(I); }

        """;

    private const string Parser = "public readonly struct P : IPacketParser<int> { "
        + "public bool TryParse(ReadOnlySpan<byte> payload, out int packet) { packet = 0; return true; } }\n";

    private static readonly (string Place, string Source)[] s_encodeables =
    [
        ("type", "[PooledEncodeable] public partial class $N { public int V { get; set; } = Math.Abs(1); "
            + "public List<int> L { get; } = new List<int>(); private $N(int v) => V = v; public $N() { } }"),
        ("type with init",
            "[PooledEncodeable] public sealed partial class $N { public int V { get; init; } = 1; "
                + "public string W { get; set; } = ((object)1).ToString() + 1; public $N() { for (int i = 0; i < 3; i++) V += i; } }"),
        ("base", "[PooledEncodeable] public abstract partial class $N { private int _x; public int X => _x++; "
            + "public List<int> L { get; set; } = new List<int>(); } [PooledEncodeable] public partial class D : $N { public int Y; }"),
        ("concrete base",
            "[PooledEncodeable] public partial class $N<T> { public T X = default!; } [PooledEncodeable] "
                + "public partial class D : $N<int> { public int Y; }"),
        ("plain base",
            "public class $N { public int X { get; set; } = 3; } [PooledEncodeable] public partial class D : $N { public int Y; }"),
        ("member of a plain base",
            "public class B { public int $N { get; set; } = 3; } [PooledEncodeable] public partial class D : B { public int Y; }"),
        ("namespace", "namespace $N { [PooledEncodeable] public partial class C { public int V = Math.Abs(1); } }"),
        ("inner namespace",
            "namespace A.$N.B { namespace $N { [PooledEncodeable] public partial class C { public int V = Math.Abs(1); } } }"),
        ("outer class",
            "public partial class $N { [PooledEncodeable] public partial class C { public int V = Math.Abs(1); "
                + "public C(int v) { } public C() { } } }"),
        ("outer struct", "public partial struct $N { [PooledEncodeable] public partial class C { public int V = Math.Abs(1); } }"),
        ("outer interface", "public partial interface $N { [PooledEncodeable] public partial class C { public int V = Math.Abs(1); } }"),
        ("outer record", "public partial record $N { [PooledEncodeable] public partial class C { public int V = Math.Abs(1); } }"),
        ("type parameter",
            "[PooledEncodeable] public partial class C<$N> { public $N V = default!; public $N[] W { get; set; } = Array.Empty<$N>(); "
                + "public List<$N> L { get; set; } = new List<$N>(); public $N X { get; init; } = default!; }"),
        ("constrained",
            "[PooledEncodeable] public partial class C<$N> where $N : class, IPooledEncodeable { public $N V = default!; "
                + "public List<$N> L { get; set; } = new List<$N>(); public Dictionary<int, $N> D { get; } = new Dictionary<int, $N>(); }"),
        ("outer type parameter",
            "public partial class O<$N> { [PooledEncodeable] public partial class C { "
                + "public Dictionary<string, $N> D { get; } = new Dictionary<string, $N>(); } }"),
        ("property", "[PooledEncodeable] public partial class C { public int $N { get; set; } = 3; }"),
        ("evaluated property", "[PooledEncodeable] public partial class C { public int $N { get; set; } = Math.Abs(3); }"),
        ("field", "[PooledEncodeable] public sealed partial class C { internal string $N = \"x\" + Environment.NewLine; }"),
        ("init", "[PooledEncodeable] public partial class C { public long $N { get; init; } = Math.Abs(3L); }"),
        ("generic init", "[PooledEncodeable] public partial class C<T> { public long $N { get; init; } = Math.Abs(3L); }"),
        ("list", "[PooledEncodeable] public partial class C { public IList<int> $N { get; set; } = new List<int>(); }"),
        ("read-only list", "[PooledEncodeable] public partial class C { public List<Item> $N { get; } = new List<Item>(); }"),
        ("read-only array",
            "[PooledEncodeable] public partial class C { private readonly byte[] $N = new byte[4]; public int X => $N.Length; }"),
        ("nested", "[PooledEncodeable] public partial class C { public Item $N { get; set; } = new Item(); }"),
        ("read-only nested", "[PooledEncodeable] public partial class C { public Item $N { get; } = new Item(); }"),
        ("array of nested", "[PooledEncodeable] public partial class C { public Item[] $N { get; set; } = new Item[0]; }"),
        ("pooled array", "[PooledEncodeable] public partial class C { public PooledArray<Slot> $N { get; set; } = default!; }"),
        ("pooled array of objects", "[PooledEncodeable] public partial class C { public PooledArray<Item> $N { get; set; } = default!; }"),
        ("dictionary",
            "[PooledEncodeable] public partial class C { "
                + "public Dictionary<string, Item> $N { get; set; } = new Dictionary<string, Item>(); }"),
        ("struct member", "[PooledEncodeable] public partial class C { public Slot $N; }"),
        ("counted array",
            "[PooledEncodeable] public partial class C { [RentedArray(nameof(Count))] "
                + "public Item[] $N = Array.Empty<Item>(); public int Count; }"),
        ("counted structs",
            "[PooledEncodeable] public partial class C { "
                + "[RentedArray(nameof(Count))] internal Slot[] $N = Array.Empty<Slot>(); public int Count; }"),
        ("count", "[PooledEncodeable] public partial class C { [RentedArray(nameof($N))] "
            + "public int[] Data = Array.Empty<int>(); public int $N; }"),
        ("event", "[PooledEncodeable] public partial class C { public event EventHandler $N = delegate { }; "
            + "public void Raise() => $N(this, EventArgs.Empty); }"),
        ("explicit member",
            "public interface I { int $N { get; set; } } [PooledEncodeable] "
                + "public partial class C : I { int I.$N { get; set; } = Math.Abs(1); }"),
        ("interface",
            "public interface $N<T> { IList<T> V { get; set; } } [PooledEncodeable] "
                + "public partial class C : $N<int[]>, $N<(int, string)> { IList<int[]> $N<int[]>.V { get; set; } = new List<int[]>(); "
                + "IList<(int, string)> $N<(int, string)>.V { get; set; } = new List<(int, string)>(); }"),
        ("constructor",
            "[PooledEncodeable] public partial class C { public int $N { get; set; } public List<int> L; public C() { $N = Math.Abs(5); "
                + "L = new List<int>(); } }"),
        ("constructor code",
            "[PooledEncodeable] public partial class C { public int $N { get; private set; } "
                + "private C() { for (int i = 0; i < 3; i++) $N += i; } }"),
        ("static member",
            "[PooledEncodeable] public partial class C { private static int $N = 3; "
                + "public int V { get; set; } = $N + 1; public int X => $N++; }"),
        ("static method",
            "[PooledEncodeable] public partial class C { private static int $N(int a, int b, int c) => a; "
                + "public int V { get; set; } = $N(1, 2, 3); }"),
        ("method", "[PooledEncodeable] public partial class C { public int V { get; set; } = Math.Abs(1); "
            + "public int $N(int a, int b, int c) => V; }"),
        ("kept", "[PooledEncodeable] public partial class C { [KeepOnReset] public int $N { get; set; } }"),
        ("class beside",
            "public class $N { } [PooledEncodeable] public partial class C { public $N V = default!; public $N W { get; set; } = new $N(); "
                + "public List<$N> L { get; } = new List<$N>(); public ($N, int) P; public $N[][] R = new $N[0][]; }"),
        ("struct beside",
            "public struct $N { public int F; } [PooledEncodeable] public partial class C { public $N V; public $N? W { get; set; } "
                + "public List<$N?> L { get; set; } = new List<$N?>(); public PooledArray<$N> P = default!; }"),
        ("enum beside",
            "public enum $N { A, B } "
                + "[PooledEncodeable] public partial class C { public $N V = $N.B; public $N? W { get; init; } = $N.B; }"),
        ("enum member", "public enum E { $N = 1 } [PooledEncodeable] public partial class C { public E V = E.$N; }"),
        ("encodeable beside",
            "[PooledEncodeable] public partial class $N { public int V; } [PooledEncodeable] public partial class C { "
                + "public $N A = default!; public $N B { get; set; } = new $N(); public List<$N> L { get; } = new List<$N>(); "
                + "public Dictionary<int, $N> D { get; } = new Dictionary<int, $N>(); public $N[] E { get; set; } = new $N[0]; "
                + "public PooledArray<$N> P = default!; }"),
        ("visiting struct beside",
            "public struct $N { public Item I; public void VisitNested(ref NestedVisitor nested) => nested.Visit(I); } [PooledEncodeable] "
                + "public partial class C { public $N A; public PooledArray<$N> P = default!; [RentedArray(nameof(N))] "
                + "public $N[] R = Array.Empty<$N>(); public int N; }"),
        ("type in scope",
            "public class $N { } [PooledEncodeable] public partial class C { public C() { for (int i = 0; i < 3; i++) V += i; } "
                + "public int V { get; init; } public Item A { get; set; } = new Item(); "
                + "public Dictionary<int, Item> D { get; } = new Dictionary<int, Item>(); public PooledArray<Slot> P = default!; "
                + "[RentedArray(nameof(N))] public Slot[] R = Array.Empty<Slot>(); public int N; public object Z = Environment.NewLine; }"),
        ("nested type in scope",
            "[PooledEncodeable] public partial class C { private class $N { } public int V { get; init; } = Math.Abs(1); "
                + "public Item A { get; set; } = new Item(); "
                + "public SortedDictionary<int, Item> D { get; } = new SortedDictionary<int, Item>(); "
                + "public PooledArray<Slot> P = default!; public byte[] K { get; } = new byte[3]; }"),
        ("tuple element",
            "[PooledEncodeable] public partial class C { public (int $N, string B) V = (1, Environment.NewLine); "
                + "public List<(int $N, int B)> L { get; set; } = new List<(int $N, int B)>(); "
                + "public Dictionary<(int $N, int B), Item> D { get; } = new Dictionary<(int $N, int B), Item>(); }"),
        ("type argument",
            "public class G<$N> { public class I { } } [PooledEncodeable] public partial class C { public G<int>.I V = new G<int>.I(); "
                + "public List<G<string>.I> L { get; } = new List<G<string>.I>(); }"),
    ];

    private static readonly (string Place, string Source)[] s_newer =
    [
        ("required",
            "[PooledEncodeable] public partial class C { public required int $N { get; set; } "
                + "public required string V { get; init; } = Environment.NewLine; }"),
        ("required field", "[PooledEncodeable] public sealed partial class C { public required List<int> $N = new(); }"),
    ];

    private static readonly (string Place, string Source)[] s_handlers =
    [
        ("handling class",
            "public partial class $N { [OpcodeHandler(1, Parser = typeof(P))] void A(long context, int packet) { } "
                + "[OpcodeHandler(7, Parser = typeof(P))] static void B(long context, int packet) { } }"),
        ("generic class",
            "public partial class $N<T> { [OpcodeHandler(1, Parser = typeof(P))] static void A(T context, in int packet) { } }"),
        ("namespace",
            "namespace $N { public struct X { } public partial class H { "
                + "[OpcodeHandler(1, Parser = typeof(P))] static void A(X context, int packet) { } } }"),
        ("outer", "public partial struct $N { public partial class H { "
            + "[OpcodeHandler(1, Parser = typeof(P))] static void A(long context, int packet) { } } }"),
        ("outer generic",
            "public partial interface $N<T> { public partial class H { "
                + "[OpcodeHandler(1, Parser = typeof(P))] void A(long context, int packet) { } } }"),
        ("type parameter",
            "public partial class H<$N> { [OpcodeHandler(1, Parser = typeof(P))] void A($N context, int packet) { } "
                + "[OpcodeHandler(8, Parser = typeof(P))] void B($N context, int packet) { } }"),
        ("method", "public partial class H { [OpcodeHandler(1, Parser = typeof(P))] void $N(long context, int packet) { } }"),
        ("static method",
            "public static partial class H { [OpcodeHandler(1, Parser = typeof(P))] static void $N(in long context, int packet) { } }"),
        ("parameter",
            "public partial class H { [OpcodeHandler(1, Parser = typeof(P))] void A(long $N, int packet) { } "
                + "[OpcodeHandler(7, Parser = typeof(P))] void B(long context, int $N) { } }"),
        ("context", "public class $N { } public partial class H { "
            + "[OpcodeHandler(1, Parser = typeof(P))] void A($N context, int packet) { } "
            + "[OpcodeHandler(7, Parser = typeof(P))] void B($N context, int packet) { } }"),
        ("internal context",
            "internal struct $N { } public partial class H { "
                + "[OpcodeHandler(1, Parser = typeof(P))] internal void A(in $N context, int packet) { } }"),
        ("packet", "public struct $N { public static bool TryParse(ReadOnlySpan<byte> payload, out $N packet) { packet = default; "
            + "return true; } } public partial class H { [OpcodeHandler(1)] void A(long context, in $N packet) { } "
            + "[OpcodeHandler(7)] void B(long context, $N packet) { } }"),
        ("parser", "public struct $N : IPacketParser<string> { "
            + "public bool TryParse(ReadOnlySpan<byte> payload, out string packet) { packet = \"\"; return true; } } "
            + "public partial class H { [OpcodeHandler(1, Parser = typeof($N))] void A(long context, string packet) { } "
            + "[OpcodeHandler(7, Parser = typeof($N))] void B(long context, string packet) { } }"),
        ("packet with a parser of its own",
            "public struct $N : IPacketParser<$N> { public bool TryParse(ReadOnlySpan<byte> payload, out $N packet) { packet = default; "
                + "return true; } } public partial class H { [OpcodeHandler(1)] void A(long context, in $N packet) { } "
                + "[OpcodeHandler(7)] void B(long context, $N packet) { } }"),
        ("type in scope",
            "public class $N { } public partial class H { [OpcodeHandler(1, Parser = typeof(P))] void A(long context, int packet) { } "
                + "[OpcodeHandler(7, Parser = typeof(P))] void B(long context, int packet) { } }"),
        ("nested type in scope",
            "public partial class H { private class $N { } [OpcodeHandler(1, Parser = typeof(P))] void A(long context, int packet) { } "
                + "[OpcodeHandler(7, Parser = typeof(P))] void B(long context, int packet) { } }"),
        ("field", "public partial class H { public int $N; [OpcodeHandler(1, Parser = typeof(P))] void A(long context, int packet) { } }"),
        ("tuple element",
            "public partial class H { [OpcodeHandler(1, Parser = typeof(P))] void A((int $N, int B) context, int packet) { } }"),
    ];

    /// <summary>Returns each name in each place.</summary>
    /// <param name="stride">The number of names that share a place in turn. With 1, each name is used in each place.</param>
    internal static IEnumerable<OddInput> All(int stride)
    {
        int number = 0;
        int index = 0;
        foreach (string name in OddNames.Words.Concat(OddNames.Used).Concat(OddNames.Letters).Concat(OddNames.Generated))
        {
            OddAnswer answer = OddNames.Generated.Contains(name) ? OddAnswer.CodeOrError : OddAnswer.Code;
            for (int i = index++ % stride; i < s_encodeables.Length + s_newer.Length + s_handlers.Length; i += stride)
            {
                if (name is "T" or { Length: > 600 } && i < s_encodeables.Length && s_encodeables[i].Source.Contains("$N<T>"))
                    continue; // a type parameter cannot have the name of its type, and a member named after a type can be too long

                yield return i < s_encodeables.Length ? Make(s_encodeables[i], Others, LanguageVersion.CSharp9)
                    : i < s_encodeables.Length + s_newer.Length ? Make(s_newer[i - s_encodeables.Length], Others, LanguageVersion.CSharp11)
                    : Make(s_handlers[i - s_encodeables.Length - s_newer.Length], Parser, LanguageVersion.CSharp9);
            }

            OddInput Make((string Place, string Source) shape, string others, LanguageVersion since)
            {
                string source = others == Parser || shape.Source.Contains("Item") || shape.Source.Contains("Slot")
                    ? others + shape.Source
                    : shape.Source;
                return OddInput.InNamespace($"{shape.Place} '{(name.Length > 30 ? name[..30] : name)}'", $"Odd{number++}",
                    source.Replace("$N", "@" + name), answer, since);
            }
        }
    }
}
