using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.Analyzers.Odd;

/// <summary>Unusual programs whose special feature is not a name.</summary>
internal static class OddPrograms
{
    private const string Parser = "public readonly struct P : IPacketParser<int> { "
        + "public bool TryParse(ReadOnlySpan<byte> payload, out int packet) { packet = 0; return true; } } ";

    private const string Decoder = "public struct D : IEncodeableDecoder<M> { "
        + "public bool TryDecode(ReadOnlySpan<byte> payload, M packet) => true; } ";

    private static readonly (string Name, string Source, OddAnswer Answer, LanguageVersion Since, string? Id)[] s_programs =
    [
        Code("names that differ in case only",
            "[PooledEncodeable] public partial class Order { public int V = Math.Abs(1); } [PooledEncodeable] public partial class ORDER { "
                + "public int V = Math.Abs(1); }"),
        Code("namespaces that differ in case only",
            "namespace a { [PooledEncodeable] public partial class C { } } namespace A { [PooledEncodeable] public partial class C { } }"),
        Code("arity beside its file name",
            "public partial class O<T> { [PooledEncodeable] public partial class C { } } public partial class O_1 { [PooledEncodeable] "
                + "public partial class C { } }"),
        Code("handlers that differ in case only",
            Parser + "public partial class H { [OpcodeHandler(1, Parser = typeof(P))] void A(long c, int p) { } } public partial class h { "
                + "[OpcodeHandler(1, Parser = typeof(P))] void A(long c, int p) { } }"),
        Code("nested generics",
            "public partial class O<A, B> where A : class, IDisposable, new() where B : unmanaged { "
                + "public partial struct I<C> where C : notnull { [PooledEncodeable] "
                + "public partial class N<D, E> where D : struct, Enum where E : Delegate { public A F1; public B F2; public C F3; "
                + "public D F4; public E F5; public Dictionary<(A, B), List<D?>> M { get; } = new Dictionary<(A, B), List<D?>>(); } } }"),
        Code("obsolete errors",
            "[Obsolete(\"no\", true)] public class Old { } [PooledEncodeable] public partial class C { [Obsolete(\"no\", true)] "
                + "public int V { get; set; } = Math.Abs(1); [Obsolete] public Old W = new Old(); [Obsolete(\"no\", true)] "
                + "public List<int> L { get; set; } = new List<int>(); public int X { get; [Obsolete(\"no\", true)] set; } }"),
        Code("an obsolete constructor",
            "[PooledEncodeable] public sealed partial class C { [Obsolete(\"rent it\", true)] "
                + "public C() { for (int i = 0; i < 3; i++) V += i; } public int V { get; init; } }"),
        Code("an obsolete class",
            "[Obsolete(\"no\", true)] [PooledEncodeable] public partial class C { public C Make() => new C(); "
                + "public List<int> L { get; set; } = new List<int>(); }"),
        Code("an obsolete array",
            "[PooledEncodeable] public partial class C { [Obsolete(\"no\", true), RentedArray(nameof(N))] "
                + "public int[] A { get; set; } = Array.Empty<int>(); public int N; }"),
        Code("obsolete handlers",
            Parser + "[Obsolete(\"no\", true)] public struct K { "
                + "public static bool TryParse(ReadOnlySpan<byte> payload, out K packet) { packet = default; return true; } } "
                + "public partial class H { [Obsolete(\"no\", true), OpcodeHandler(1, Parser = typeof(P))] void A(long c, int p) { } "
                + "[Obsolete, OpcodeHandler(2)] static void B(long c, K p) { } "
                + "[OpcodeHandler(3, Parser = typeof(P))] void D(long c, int p) { } } public static class U { "
                + "public static object M() => new H().CreateDispatcher(); }"),
        Code("an obsolete context",
            Parser + "[Obsolete(\"no\", true)] public class X { } public partial class H { "
                + "[Obsolete, OpcodeHandler(1, Parser = typeof(P))] static void A(X c, int p) { } }"),
        Code("dynamic members",
            "[PooledEncodeable] public partial class C { public dynamic V = 5; public List<dynamic> L { get; set; } = new List<dynamic>(); "
                + "public Dictionary<string, dynamic[]> D { get; } = new Dictionary<string, dynamic[]>(); public (dynamic A, int B) T; }"),
        Code("a dynamic context",
            Parser + "public partial class H { [OpcodeHandler(1, Parser = typeof(P))] void A(dynamic c, int p) { } }"),
        Code("native integers beside types of their names",
            "public class @nint { } public class @nuint { } public class @dynamic { } [PooledEncodeable] public partial class C { "
                + "public IntPtr V { get; set; } = (IntPtr)3; public List<UIntPtr> L { get; set; } = new List<UIntPtr>(); }"),
        Code("native integers",
            "[PooledEncodeable] public partial class C { public nint V { get; set; } = 3; "
                + "public List<nuint> L { get; set; } = new List<nuint>(); }"),
        Code("pointers",
            "[PooledEncodeable] public unsafe partial class C { public int* V; private int*[] W; private delegate*<int, void> F; "
                + "public int*[] X { get; set; } = new int*[0]; public int S = sizeof(Guid); "
                + "public int U() => W.Length + (F == null ? 1 : 0); }"),
        Code("an unsafe class",
            "public struct G { public int A; } public unsafe partial class O { [PooledEncodeable] public partial class C { "
                + "public int S { get; set; } = sizeof(G); } }"),
        Code("pointers in a packet",
            "public struct K { } public unsafe partial class H { public struct Q : IPacketParser<int*[]> { "
                + "public bool TryParse(ReadOnlySpan<byte> payload, out int*[] packet) { packet = null!; return true; } } "
                + "[OpcodeHandler(1, Parser = typeof(Q))] void A(long c, int*[] p) { } }"),
        Code("explicit implementations with one spelling",
            "public interface I { int X { get; set; } } public interface J<T> { T X { get; set; } } [PooledEncodeable] "
                + "public partial class C : I, J<int[]>, J<(int A, int B)> { int I.X { get; set; } = Math.Abs(1); "
                + "int I_X { get; set; } = Math.Abs(2); int[] J<int[]>.X { get; set; } = new int[2]; "
                + "(int A, int B) J<(int A, int B)>.X { get; set; } = (Math.Abs(1), 2); public int U => I_X; }"),
        Error("an explicit init", "POOL109",
            "public interface I { int X { get; init; } } [PooledEncodeable] public partial class C : I { int I.X { get; init; } }"),
        Error("a class with a generated name", "POOL117", "[PooledEncodeable] public partial class Pool { }"),
        Error("a type parameter with a generated name", "POOL117", "[PooledEncodeable] public partial class C<OnReset> { }"),
        Error("a property with the name of the hook", "POOL105",
            "[PooledEncodeable] public partial class C { public int OnReset { get; set; } }"),
        Error("an accessor's name", "POOL105", "[PooledEncodeable] public partial class C { public object get_Pool() => this; }"),
        Error("two arrays with one method", "POOL115",
            "[PooledEncodeable] public partial class C { [RentedArray(nameof(N))] private int[] _items = Array.Empty<int>(); "
                + "[RentedArray(nameof(N))] public int[] Items = Array.Empty<int>(); public int N; }"),
        Error("a hidden member of a plain base", "POOL107",
            "public class B { public int X { get; set; } = 3; } [PooledEncodeable] public partial class C : B { "
                + "public new string X { get; set; } = \"x\"; }"),
        Error("inside of a file-local class", "POOL102", "file partial class O { [PooledEncodeable] public partial class C { } }",
            LanguageVersion.CSharp11),
        Code("a plain overload of the hook",
            "[PooledEncodeable] public partial class C { public int V; private void OnReset(int v) => V = v; "
                + "public void U() => OnReset(3); }"),
        Code("members of a base that are hidden",
            "public abstract class B { protected virtual void OnReset() { } public static int Pool() => 1; "
                + "protected void ResetPooled() { } } [PooledEncodeable] public partial class C : B { }"),
        Error("a stored member of a plain base that a generated one hides", "POOL107",
            "public class B { public object Pool { get; set; } = 1; } [PooledEncodeable] public partial class C : B { }"),
        Code("static abstract members",
            "public interface I<T> { static abstract T Make(); static abstract int X { get; } } [PooledEncodeable] "
                + "public partial class C : I<C> { public static C Make() => new C(); public static int X => 1; "
                + "public int V { get; set; } = X; }", LanguageVersion.CSharp11),
        Code("indexers, constants, primary constructor",
            "[PooledEncodeable] public partial class C() { public int this[int i] { get => V; set => V = value; } "
                + "public int V { get; set; } = K; private const int K = 3; public ref int R => ref _r; private int _r; }",
            LanguageVersion.CSharp12),
        Error("a primary constructor", "POOL103", "[PooledEncodeable] public partial class C(int v) { public int V => v; }",
            LanguageVersion.CSharp12),
        Code("partial members",
            "[PooledEncodeable] public partial class C { public partial int V { get; set; } "
                + "public partial int V { get => _v; set => _v = value; } private int _v = Math.Abs(3); "
                + "public partial int this[int i] { get; } public partial int this[int i] => i; }", LanguageVersion.CSharp13),
        Code("partial event and constructor",
            "[PooledEncodeable] public partial class C { public partial C(); public partial C() { V = Math.Abs(3); } public int V; "
                + "public partial event Action E; public partial event Action E { add { } remove { } } }", LanguageVersion.Preview),
        Error("a partial property with a field", "POOL109",
            "[PooledEncodeable] public partial class C { public partial int V { get; set; } "
                + "public partial int V { get => field; set => field = value + 1; } }", LanguageVersion.Preview),
        Code("scoped, allows, tuples in handlers",
            "public readonly struct Q : IPacketParser<(int A, string B)> { "
                + "public bool TryParse(ReadOnlySpan<byte> payload, out (int A, string B) packet) { packet = default; return true; } } "
                + "public partial class H<T> { [OpcodeHandler(1, Parser = typeof(Q))] void A(in T c, in (int A, string B) p) { } }"),
        Code("a partial handler",
            Parser + "public partial class H { [OpcodeHandler(1, Parser = typeof(P))] private partial void A(long c, int p); "
                + "private partial void A(long c, int p) { } private partial void B(long c, int p); [OpcodeHandler(2, Parser = typeof(P))] "
                + "private partial void B(long c, int p) { } [OpcodeHandler(3, Parser = typeof(P))] private partial void D(long c, int p); "
                + "[OpcodeHandler(4, Parser = typeof(P))] private partial void D(long c, int p) { } }"),
        Code("a partial handler marked where it is written",
            Parser + "public partial class H { private partial void B(long c, int p); [OpcodeHandler(2, Parser = typeof(P))] "
                + "private partial void B(long c, int p) { } public object U() => CreateDispatcher(); }"),
        Code("derived handlers",
            Parser + "public partial class H { [OpcodeHandler(1, Parser = typeof(P))] protected virtual void A(long c, int p) { } } "
                + "public partial class I : H { [OpcodeHandler(1, Parser = typeof(P))] protected override void A(long c, int p) { } }"),
        Error("an explicit handler", "POOL202",
            Parser + "public interface I { void A(long c, int p); } public partial class H : I { "
                + "[OpcodeHandler(1, Parser = typeof(P))] void I.A(long c, int p) { } }"),
        Error("an accessor that handles", "POOL202",
            Parser + "public partial class H { public int this[long c] { [OpcodeHandler(1, Parser = typeof(P))] set { } } }"),
        Error("a handler with __arglist", "POOL202",
            Parser + "public partial class H { [OpcodeHandler(1, Parser = typeof(P))] void A(long c, int p, __arglist) { } }"),
        Error("a member named like the dispatcher", "POOL208",
            Parser + "public partial class H { [OpcodeHandler(1, Parser = typeof(P))] void A(long c, int p) { } "
                + "public void CreateDispatcher() { } }"),
        Error("a class named like the dispatcher", "POOL208",
            Parser + "public partial class AddHandlers { [OpcodeHandler(1, Parser = typeof(P))] void A(long c, int p) { } }"),
        Error("a file-local parser", "POOL207",
            "file struct Q : IPacketParser<int> { public bool TryParse(ReadOnlySpan<byte> payload, out int packet) { packet = 0; "
                + "return true; } } public partial class H { [OpcodeHandler(1, Parser = typeof(Q))] void A(long c, int p) { } }",
            LanguageVersion.CSharp11),
        Error("a parser with required members", "POOL207",
            "public struct Q : IPacketParser<int> { public required int R { get; set; } "
                + "public bool TryParse(ReadOnlySpan<byte> payload, out int packet) { packet = R; return true; } } "
                + "public partial class H { [OpcodeHandler(1, Parser = typeof(Q))] void A(long c, int p) { } }", LanguageVersion.CSharp11),
        Error("a parser that lives on the stack", "POOL207",
            "public ref struct Q : IPacketParser<int> { public bool TryParse(ReadOnlySpan<byte> payload, out int packet) { packet = 0; "
                + "return true; } } public partial class H { [OpcodeHandler(1, Parser = typeof(Q))] void A(long c, int p) { } }",
            LanguageVersion.CSharp13),
        Error("an open parser", "POOL205",
            "public partial class H { [OpcodeHandler(1, Parser = typeof(EncodeableParser<,>))] void A(long c, int p) { } }"),
        Code("an encodeable parser",
            "[PooledEncodeable] public sealed partial class M { } " + Decoder
                + "public partial class H { [OpcodeHandler(3, Parser = typeof(EncodeableParser<M, D>))] void A(long c, PooledRef<M> p) { } "
                + "[OpcodeHandler(4, Parser = typeof(EncodeableParser<M, D>))] "
                + "static void B(long c, PooledRef<M> p) { } }"),
        Error("an encodeable parser without an activator", "POOL207",
            "public sealed class M : IPooledEncodeable { private EncodeableState _s; "
                + "ref EncodeableState IPooledEncodeable.PoolState => ref _s; void IPooledEncodeable.Reset() { } "
                + "void IPooledEncodeable.VisitNested(ref NestedVisitor nested) { } } " + Decoder + "public partial class H { "
                + "[OpcodeHandler(3, Parser = typeof(EncodeableParser<M, D>))] void A(long c, PooledRef<M> p) { } }"),
        Error("an encodeable parser of a type parameter", "POOL207",
            "public partial class H<T, D> where T : class, IPooledEncodeable where D : struct, IEncodeableDecoder<T> { "
                + "public struct Q<X> { } }  public struct D : IEncodeableDecoder<M> { "
                + "public bool TryDecode(ReadOnlySpan<byte> payload, M packet) => true; } [PooledEncodeable] public partial class B { } "
                + "public class M : B { } public partial class K { "
                + "[OpcodeHandler(3, Parser = typeof(EncodeableParser<M, D>))] void A(long c, PooledRef<M> p) { } }"),
        Code("nullable contexts",
            "#nullable disable\n[PooledEncodeable] public partial class C { public string V; "
                + "public List<string> L { get; set; } = new List<string>(); public string W = null;\n#nullable enable\n public string? X; "
                + "public List<string?>? Y { get; set; } = new(); \n#nullable restore\n }"),
        Code("a sum of many terms",
            $"[PooledEncodeable] public partial class C {{ private static int s_x = 1; "
                + $"public int V {{ get; set; }} = {string.Join(" + ", Enumerable.Repeat("s_x", 2000))}; }}"),
        Code("many levels", string.Concat(Enumerable.Range(0, 40).Select(i => $"public partial class Level{i} {{ "))
            + "[PooledEncodeable] public partial class C { public int V = Math.Abs(1); }" + new string('}', 40)),
        Code("a strange setting",
            "[PooledEncodeable(MaxRetainedCapacity = int.MinValue)] public partial class C { "
                + "public List<int> L { get; } = new List<int>(); }"),
        Broken("attributes on both parts", "[PooledEncodeable] public partial class C { } [PooledEncodeable] public partial class C { }"),
        Broken("no name", "[PooledEncodeable] public partial class { public int V; public int ; } [PooledEncodeable] public partial class"),
        Broken("two classes",
            "[PooledEncodeable] public partial class C { public int V; public int V; } public class C { public int V { get; set; } = ; }"),
        Broken("wrong attributes",
            "[PooledEncodeable(Missing = 3, MaxRetained = \"x\")] public partial class C { [RentedArray] public int[] A; "
                + "[RentedArray(null)] public int[] B; [RentedArray(3)] public int[] D; public Unknown<int> U = new(); }"),
        Broken("wrong handlers",
            "public partial class H { [OpcodeHandler] void A(long c, int p) { } "
                + "[OpcodeHandler(\"x\", Parser = null)] void B(long c, Missing p) { } "
                + "[OpcodeHandler(1, Parser = typeof(Missing), States = -1)] void D(long c, int p); "
                + "[OpcodeHandler(2, Parser = typeof(void))] void E(,) { } }"),
    ];

    /// <summary>Returns each program in a separate namespace.</summary>
    internal static IEnumerable<OddInput> All() => s_programs.Select(static (program, index) =>
        OddInput.InNamespace(program.Name, $"Program{index}", program.Source, program.Answer, program.Since, program.Id));

    private static (string, string, OddAnswer, LanguageVersion, string?) Code(string name, string source,
        LanguageVersion since = LanguageVersion.CSharp9) => (name, source, OddAnswer.Code, since, null);

    private static (string, string, OddAnswer, LanguageVersion, string?) Error(string name, string id, string source,
        LanguageVersion since = LanguageVersion.CSharp9) => (name, source, OddAnswer.Error, since, id);

    private static (string, string, OddAnswer, LanguageVersion, string?) Broken(string name, string source) =>
        (name, source, OddAnswer.Broken, LanguageVersion.CSharp9, null);
}
