using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Tests the diagnostics for classes that the generator does not support, and for similar classes that it supports.</summary>
public sealed partial class PooledEncodeableAnalyzerTests
{
    [Theory]
    [InlineData("[PooledEncodeable] public class A;", "POOL101 at 'A': Add 'partial' to 'A'")]
    [InlineData("public class Outer { [PooledEncodeable] public partial class A; }", "POOL101 at 'Outer': Add 'partial' to 'Outer'")]
    [InlineData("public class Outer { [PooledEncodeable] public class A; }", "POOL101 at 'Outer': Add 'partial' to 'Outer'",
        "POOL101 at 'A': Add 'partial' to 'A'")]
    public Task Analyze_NotPartial_AsksForPartial(string source, params string[] expected) => Expect(source, expected);

    [Theory]
    [InlineData("[PooledEncodeable] public partial struct A;", "POOL102 at 'A': Make 'A' a class")]
    [InlineData("[PooledEncodeable] public partial record struct A;", "POOL102 at 'A': Make 'A' a class")]
    [InlineData("[PooledEncodeable] public partial record A;", "POOL102 at 'A': Make 'A' a class")]
    [InlineData("[PooledEncodeable] public static partial class A;", "POOL102 at 'A': Make 'A' a class")]
    [InlineData("[PooledEncodeable] file partial class A;", "POOL102 at 'A': Make 'A' a class")]
    public Task Analyze_NotAClassOfObjects_AsksForOne(string source, params string[] expected) => Expect(source, expected);

    [Theory]
    [InlineData("[PooledEncodeable] public partial class A { public A(int a) => _ = a; }",
        "POOL103 at 'A': Give 'A' a parameterless constructor")]
    [InlineData("[PooledEncodeable] public partial class A(int a) { public A() : this(1) { } public int B => a; }",
        "POOL103 at 'A': Give 'A' a parameterless constructor")]
    [InlineData("[PooledEncodeable] public partial class A { private A() { } public A(int a) => _ = a; }")]
    [InlineData("[PooledEncodeable] public partial class A() { public int B; }")]
    public Task Analyze_Constructors_NeedOneWithoutParameters(string source, params string[] expected) => Expect(source, expected);

    [Theory]
    [InlineData("public Uri? A { get; } = new(\"a:b\"); public readonly int B = 4; public readonly object C = new(); "
        + "public readonly int[] D = []; public Action E { get; } = () => { };")]
    [InlineData("public List<int> A { get; } = new(4); public readonly byte[] B = new byte[4]; "
        + "public IList<int> C { get; } = new List<int>(); public readonly IReadOnlyList<int> D = [];")]
    [InlineData("public readonly System.Collections.Immutable.ImmutableArray<int> A = [1]; public unsafe int* B; "
        + "public unsafe delegate*<int> C;")]
    [InlineData("public readonly System.IO.MemoryStream A = new();", "POOL104 at 'A': Make 'A' settable")]
    [InlineData("public List<int> A { get; } = [1, 2];", "POOL104 at 'A': Make 'A' settable")]
    [InlineData("public List<int> A { get; } = new() { 1 };", "POOL104 at 'A': Make 'A' settable")]
    [InlineData("public int[] A { get; } = { 1 };", "POOL104 at 'A': Make 'A' settable")]
    [InlineData("public PooledArray<int> A { get; } = new(4);", "POOL104 at 'A': Make 'A' settable")]
    [InlineData("[KeepOnReset] public readonly System.IO.MemoryStream A = new();")]
    public Task Analyze_ReadOnlyMembers_MustBeEmptiedOrUnchangeable(string members, params string[] expected) =>
        Expect("[PooledEncodeable] public partial class Some { " + members + " }", expected);

    [Theory]
    [InlineData("public void Reset() { }", "POOL105 at 'Reset': Remove 'Reset' from 'A'")]
    [InlineData("public bool Reset() => true;", "POOL105 at 'Reset': Remove 'Reset' from 'A'")]
    [InlineData("void IPooledEncodeable.Reset() { }", "POOL105 at 'Reset': Remove")]
    [InlineData("private EncodeableState _state; ref EncodeableState IPooledEncodeable.PoolState => ref _state;",
        "POOL105 at 'PoolState': Remove")]
    [InlineData("public static int Pool;", "POOL105 at 'Pool': Remove 'Pool' from 'A'")]
    [InlineData("public static int Pool { get; set; }", "POOL105 at 'Pool': Remove 'Pool' from 'A'")]
    [InlineData("[System.Runtime.CompilerServices.IndexerName(\"Pool\")] public int this[int i] => i;",
        "POOL105 at 'i': Remove 'get_Pool' from 'A'")]
    [InlineData("private int InitialOfB; public Guid B = Guid.NewGuid();", "POOL105 at 'InitialOfB': Remove 'InitialOfB' from 'A'")]
    [InlineData("private void OnReset() { }", "POOL105 at 'OnReset': Remove 'OnReset' from 'A'")]
    [InlineData("partial void OnReset() { }")]
    [InlineData("public void Reset(int to) { }")]
    public Task Analyze_HandWrittenMembers_AreReported(string members, params string[] expected) => ExpectOfClass(members, expected);

    [Theory]
    [InlineData("[PooledEncodeable] public partial class A { "
        + "public static EncodeablePool<A> Pool { get; } = EncodeablePool.Create<A, PoolPolicy>(); }")]
    [InlineData("[PooledEncodeable(MaxRetained = 0)] public partial class A { "
        + "internal static readonly EncodeablePool<A> Pool = EncodeablePool.Create<A, PoolPolicy>(); }")]
    [InlineData("[PooledEncodeable] public partial class A<T> { "
        + "private static readonly EncodeablePool<A<T>> s_pool = EncodeablePool.Create(() => new A<T>()); "
        + "public static EncodeablePool<A<T>> Pool => s_pool; }")]
    [InlineData("[PooledEncodeable] public partial class B; [PooledEncodeable] public partial class A : B { "
        + "public static new EncodeablePool<A> Pool { get; } = EncodeablePool.Create<A, PoolPolicy>(); }")]
    [InlineData("[PooledEncodeable] public partial class B { "
        + "private static EncodeablePool<B> Pool { get; } = EncodeablePool.Create<B, PoolPolicy>(); public static object P => Pool; } "
        + "[PooledEncodeable] public partial class A : B;")]
    [InlineData("[PooledEncodeable(MaxRetained = 5)] public partial class A { "
        + "public static EncodeablePool<A> Pool => EncodeablePool.Create<A, PoolPolicy>(); }",
        "POOL105 at 'Pool': Remove 'Pool' from 'A', or set MaxRetained in the options")]
    [InlineData("[PooledEncodeable] public partial class A { "
        + "public static EncodeablePool<A> Pool { get; set; } = EncodeablePool.Create(() => new A()); }",
        "POOL105 at 'Pool': Remove 'Pool' from 'A', or remove [PooledEncodeable]")]
    [InlineData("[PooledEncodeable] public partial class A { "
        + "public static EncodeablePool<A> Pool = EncodeablePool.Create(() => new A()); }",
        "POOL105 at 'Pool': Remove 'Pool' from 'A', or remove [PooledEncodeable]")]
    [InlineData("[PooledEncodeable] public partial class A { public EncodeablePool<A> Pool => EncodeablePool.Create(() => new A()); }",
        "POOL105 at 'Pool': Remove 'Pool' from 'A', or remove [PooledEncodeable]")]
    [InlineData("[PooledEncodeable] public partial class B; [PooledEncodeable] public partial class A { "
        + "public static EncodeablePool<B> Pool => B.Pool; }", "POOL105 at 'Pool': Remove 'Pool' from 'A', or remove [PooledEncodeable]")]
    [InlineData("[PooledEncodeable] public abstract partial class A { public static EncodeablePool<A>? Pool => null; }",
        "POOL105 at 'Pool': Remove 'Pool' from 'A', or remove [PooledEncodeable]")]
    [InlineData("[PooledEncodeable] public partial class A { private static readonly EncodeablePool<A>? PoolPolicy = null; "
        + "public static object? B => PoolPolicy; }", "POOL105 at 'PoolPolicy': Remove 'PoolPolicy' from 'A', or remove")]
    [InlineData("[PooledEncodeable(MaxRetained = 5)] public partial class A;")]
    public Task Analyze_HandWrittenPool_ReplacesTheGeneratedOne(string source, params string[] expected) => Expect(source, expected);

    [Theory]
    [InlineData("public A? Next;", "POOL106 at 'Next': Break the cycle A -> A: make 'Next' an EncodeableList<T>")]
    [InlineData("public List<A> Children { get; } = [];",
        "POOL106 at 'Children': Break the cycle A -> A: make 'Children' an EncodeableList<T>")]
    [InlineData("[KeepOnReset] public A? Next;")]
    [InlineData("public EncodeableList<A> Children { get; } = new(Pool, 4);")]
    [InlineData("public EncodeableList<A> Children { get; } = new(Pool, 4); public A? Next;",
        "POOL106 at 'Next': Break the cycle A -> A: make 'Next' an EncodeableList<T>, which can hold objects of its own class, or mark it")]
    public Task Analyze_CircleOfOneClass_IsReported(string members, params string[] expected) => ExpectOfClass(members, expected);

    [Theory]
    [InlineData("public EncodeableList<A> B { get; } = new(A.Pool, 4); public readonly EncodeableList<A>? C;")]
    [InlineData("public A() { if (B is null) B = new(Pool); } public EncodeableList<A> B { get; }")]
    [InlineData("public EncodeableList<A>? B { get; set; }", "POOL118 at 'B': Make 'B' get-only")]
    [InlineData("public EncodeableList<A> B { get; init; } = new(A.Pool);", "POOL118 at 'B': Make 'B' get-only")]
    [InlineData("public EncodeableList<A>? B;", "POOL118 at 'B': Make 'B' get-only")]
    [InlineData("public List<EncodeableList<A>> B { get; } = [];", "POOL118 at 'B': Make 'B' a pooled object")]
    [InlineData("public EncodeableList<A>[]? B;", "POOL118 at 'B': Make 'B' a pooled object")]
    [InlineData("[KeepOnReset] public EncodeableList<A>? B;")]
    public Task Analyze_ListsOfParts_MustBeFixed(string members, params string[] expected) => ExpectOfClass(members, expected);

    [Fact]
    public Task Analyze_CircleOfSeveralClasses_IsReportedAtEach() => Expect(
        """
        [PooledEncodeable] public partial class A { public PooledArray<B>? Bs; }
        [PooledEncodeable] public partial class Base { public C? C; }
        [PooledEncodeable] public partial class B : Base { }
        [PooledEncodeable] public partial class C { public Dictionary<int, A>? As; }
        [PooledEncodeable] public partial class D { public A? A; }
        """,
        "POOL106 at 'Bs': Break the cycle A -> B -> C -> A: make 'Bs'",
        "POOL106 at 'C': Break the cycle B -> C -> A -> B: make 'C'",
        "POOL106 at 'As': Break the cycle C -> A -> B -> C: make 'As'");

    [Theory]
    [InlineData("public class Base { private int _a; public int A() => _a++; }",
        "POOL107 at 'D': Mark the base class 'Base' with [PooledEncodeable]")]
    [InlineData("public class Base { public int A; public Base() => A = 1; }",
        "POOL107 at 'D': Mark the base class 'Base' with [PooledEncodeable]")]
    [InlineData("public class Base : System.IO.MemoryStream;",
        "POOL107 at 'D': Mark the base class 'MemoryStream' with [PooledEncodeable]")]
    [InlineData("public class Base { public List<int> A = new(); }", "POOL107 at 'D': Mark the base class 'Base' with [PooledEncodeable]")]
    [InlineData("public class Base { public int A = 3; protected string B { get; set; } = \"b\"; public Guid C = Guid.Empty; }")]
    [InlineData("public abstract class Base : EventArgs { public static int A; public int B => 1; }")]
    [InlineData("public class Base { public Guid A { private get; set; } = Guid.NewGuid(); }",
        "POOL107 at 'D': Mark the base class 'Base' with [PooledEncodeable]")]
    [InlineData("public class Base { public PooledArray<int>? A { private get; set; } }",
        "POOL107 at 'D': Mark the base class 'Base' with [PooledEncodeable]")]
    [InlineData("public class Base { public int A { private get; set; } = 3; public Guid B { protected get; set; } "
        + "= Guid.NewGuid(); }")]
    public Task Analyze_BaseClasses_MustBeResettable(string baseClass, params string[] expected) =>
        Expect(baseClass + " [PooledEncodeable] public partial class D : Base;", expected);

    [Theory]
    [InlineData("System.IO.StringWriter", "partial void ResetBase() => GetStringBuilder().Clear();")]
    [InlineData("System.IO.StringWriter", "",
        "POOL107 at 'D': Mark the base class 'StringWriter' with [PooledEncodeable] (it can be abstract), "
            + "or reset what it stores in 'partial void ResetBase()' of 'D': ")]
    [InlineData("System.IO.StringWriter", "public void ResetBase() { }", "POOL107 at 'D': Mark the base class 'StringWriter'")]
    [InlineData("System.IO.StringWriter", "partial void ResetBase(int a) { } partial void ResetBase(int a);",
        "POOL107 at 'D': Mark the base class 'StringWriter'")]
    [InlineData("Odd", "partial void ResetBase() => A = null;")]
    [InlineData("ByHand", "partial void ResetBase() { }",
        "POOL107 at 'D': Mark the base class 'ByHand' with [PooledEncodeable] (it can be abstract): 'D' cannot reset")]
    public Task Analyze_BaseClassThatIsResetByHand_NeedsNoMark(string baseClass, string members, params string[] expected) => Expect(
        "public class Odd { public List<int>? A = new() { 1 }; public Odd() => A!.Add(2); } "
            + "public class ByHand : IPooledEncodeable { private EncodeableState _a; "
            + "ref EncodeableState IPooledEncodeable.PoolState => ref _a; void IPooledEncodeable.Reset() { } "
            + "void IPooledEncodeable.VisitNested(ref NestedVisitor nested) { } } "
            + "[PooledEncodeable] public partial class D : " + baseClass + " { " + members + " public int B; }",
        expected);

    [Theory]
    [InlineData("public A() => B = 3; public int B;")]
    [InlineData("public A() { B = new List<int>(); C = 5; } public List<int> B; public readonly int C;")]
    [InlineData("public A() { if (B == 0) B = 1; } public int B;")]
    [InlineData("public A() { B = new(); B.Add(1); } public List<int> B;", "POOL108 at 'B': Give 'B' an initializer")]
    [InlineData("public A() { Fill(); } private void Fill() => B = new(); public List<int>? B; public int C;",
        "POOL108 at 'B': Give 'B' an initializer")]
    [InlineData("public A() { int b = 3; B = new byte[b]; } public byte[] B;", "POOL108 at 'B': Give 'B' an initializer")]
    public Task Analyze_ConstructorCode_MustBeRepeatable(string members, params string[] expected) => ExpectOfClass(members, expected);

    [Theory]
    [InlineData("public D() => A = 5;")]
    [InlineData("public D() => Names = [];", "POOL108 at '[]': Give 'Names' an initializer")]
    [InlineData("public D() : base(4) { }", "POOL108 at 'D': Give 'Base' an initializer")]
    [InlineData("public D() { if (A == 0) A = 1; }", "POOL108 at 'D': Give 'Base' an initializer")]
    [InlineData("public D() => Items = null;")]
    [InlineData("public D() => Items = []; public int Count { get; set; }")]
    [InlineData("public D() => Items = s_items; private static readonly int[] s_items = [1];",
        "POOL108 at 's_items': Give 'Items' an initializer")]
    public Task Analyze_ConstructorThatSetsInheritedMembers_MustBeRepeatable(string members, params string[] expected) => Expect(
        "[PooledEncodeable] public partial class Base { public int A; public List<int>? Names; public Base() { } "
            + "public Base(int a) => A = a; [RentedArray(nameof(Total))] public int[]? Items { get; set; } "
            + "public int Total { get; set; } } [PooledEncodeable] public partial class D : Base { " + members + " }",
        expected);

    [Theory]
    [InlineData("public int B { get; set => field = value + 1; }", "POOL109 at 'B': Give 'B' an explicit field")]
    [InlineData("private int _b; public int B { get => _b; set => _b = value; }")]
    [InlineData("public virtual int B { get; set; }")]
    public Task Analyze_HiddenStorage_IsReported(string members, params string[] expected) => ExpectOfClass(members, expected);

    [Fact]
    public Task Analyze_OverriddenPropertyWithStorage_IsReported() => Expect(
        "[PooledEncodeable] public partial class A { public virtual int B { get; set; } } [PooledEncodeable] public partial class D : A { "
            + "public override int B { get; set; } }",
        "POOL109 at 'B': Give 'B' an explicit field");

    [Theory]
    [InlineData("public virtual int B { get; set; } = 3;",
        "public override int B { get => base.B; set => base.B = value; }",
        "POOL109 at 'B': Give 'A.B' an explicit field, or mark it with [KeepOnReset]: "
            + "a reset calls the accessors that override it in 'D'")]
    [InlineData("public virtual int B { get; init; }", "public override int B { init => base.B = value; }",
        "POOL109 at 'B': Give 'A.B' an explicit field")]
    [InlineData("public virtual int B { get; set; }", "public override int B { get => 1; }")]
    [InlineData("public virtual int B { get => _b; set => _b = value; } private int _b;",
        "public override int B { get => base.B; set => base.B = value; }")]
    [InlineData("[KeepOnReset] public virtual int B { get; set; }",
        "public override int B { get => base.B; set => base.B = value; }")]
    [InlineData("public abstract int B { get; set; }", "public override int B { get => 1; set { } }")]
    public async Task Analyze_AccessorsThatOverrideStorage_AreReported(
        string members, string overriding, params string[] expected)
    {
        string kind = members.Contains(" abstract ", StringComparison.Ordinal) ? "abstract " : "";
        string source = $"[PooledEncodeable] public {kind}partial class A {{ {members} }} ";
        await Expect(source + $"[PooledEncodeable] public partial class D : A {{ {overriding} }}", expected);
        await Expect(
            source + $"public class C : A {{ {overriding.Replace("'D'", "'C'")} }} "
                + "[PooledEncodeable] public partial class D : C;",
            [.. expected.Select(static message => message.Replace("'D'", "'C'"))]);
    }

    [Fact]
    public async Task Analyze_AccessorsThatOverrideStorageOfAnotherAssembly_AreReported()
    {
        Compilation library = Compiler.Compilation(
            "[PooledEncodeable] public partial class A { public virtual int B { get; set; } "
            + "[KeepOnReset] public virtual int C { get; set; } "
            + "public virtual int D { get => _d; set => _d = value; } private int _d; }");
        Compiler.Driver(library).RunGeneratorsAndUpdateCompilation(library, out library, out _);
        using var image = new MemoryStream();
        Assert.True(library.Emit(image).Success);

        string[] found = await Compiler.AnalyzeAsync(Compiler.Compilation(
            "[PooledEncodeable] public partial class E : A { "
            + "public override int B { set => base.B = value; } public override int C { set => base.C = value; } "
            + "public override int D { set => base.D = value; } }")
            .AddReferences(MetadataReference.CreateFromImage(image.ToArray())));
        AssertMessages(["POOL109 at 'B': Give 'A.B' an explicit field"], found);
    }

    [Theory]
    [InlineData("public object B = new F();", "POOL110 at 'B': Set 'B' from a static member of 'A' instead")]
    [InlineData("public List<int> B = new(F.Capacity);", "POOL110 at 'B': Set 'B' from a static member of 'A' instead")]
    [InlineData("public int B = F.Capacity;")]
    [InlineData("public List<int> B { get; } = new(F.Capacity);")]
    public Task Analyze_InitialiserOfTheFileOnly_IsReported(string members, params string[] expected) =>
        Expect("file class F { public static int Capacity => 3; } [PooledEncodeable] public partial class A { " + members + " }", expected);

    [Theory]
    [InlineData(LanguageVersion.CSharp8, "POOL111 at 'A': Set LangVersion to 9.0")]
    [InlineData(LanguageVersion.CSharp9)]
    public async Task Analyze_OldLanguage_AsksForANewerOne(LanguageVersion version, params string[] expected) => AssertMessages(
        expected,
        await Compiler.AnalyzeAsync("[Pooling.Encodeables.PooledEncodeable] public partial class A { public int B = 1; }", version));

    [Theory]
    [InlineData("public System.IO.MemoryStream B { get; set; } = new();",
        "POOL112 at 'B': Each reset creates a new 'MemoryStream' for 'B'")]
    [InlineData("public int[] B { get; set; } = { 1, 2 };", "POOL112 at 'B': Each reset creates a new 'int[]' for 'B'")]
    [InlineData("public List<int> B { get; set; } = [1];", "POOL112 at 'B': Each reset creates a new 'List<int>' for 'B'")]
    [InlineData("public List<int> B { get; set; } = []; public int[] C = []; public string D = string.Empty; "
        + "public DateTime E = new(2020, 1, 1); public byte[] F = new byte[4];")]
    public Task Analyze_ResetThatAllocates_IsReported(string members, params string[] expected) => ExpectOfClass(members, expected);

    [Theory]
    [InlineData("[KeepOnReset] public static int B;", "POOL113 at 'B': Remove [KeepOnReset] from 'B'")]
    [InlineData("[KeepOnReset] public int B => 1;", "POOL113 at 'B': Remove [KeepOnReset] from 'B'")]
    [InlineData("[KeepOnReset] public int B; [field: KeepOnReset] public int C { get; set; } [KeepOnReset] public event EventHandler? D;")]
    public Task Analyze_KeepOfNothing_IsReported(string members, params string[] expected) => ExpectOfClass(members, expected);

    [Theory]
    [InlineData("[RentedArray(\"Count\")] public int[]? B;",
        "POOL114 at 'B': Give 'B' the name of a settable int member of 'A', as in [RentedArray(nameof(Count))]: there is no 'Count'")]
    [InlineData("[RentedArray(null!)] public int[]? B;", "POOL114 at 'B': Give 'B' the name")]
    [InlineData("[RentedArray(nameof(Count))] public int[]? B; public int Count() => 1;", "POOL114 at 'B': Give 'B' the name")]
    [InlineData("[RentedArray(nameof(C))] public int[]? B; public long C;",
        "POOL114 at 'B': Give 'B' the name of a settable int member of 'A', as in [RentedArray(nameof(Count))]: 'C' is of type long")]
    [InlineData("[RentedArray(nameof(C))] public int[]? B; public int C => B?.Length ?? 0;",
        "POOL114 at 'B': Give 'B' the name of a settable int member of 'A', as in [RentedArray(nameof(Count))]: 'C' has no setter")]
    [InlineData("[RentedArray(nameof(C))] public int[]? B; public int C { get; init; }",
        "POOL114 at 'B': Give 'B' the name of a settable int member of 'A', as in [RentedArray(nameof(Count))]: 'C' has no setter")]
    [InlineData("[RentedArray(nameof(C))] public int[]? B; public readonly int C = 3;",
        "POOL114 at 'B': Give 'B' the name of a settable int member of 'A', as in [RentedArray(nameof(Count))]: 'C' has no setter")]
    [InlineData("[RentedArray(nameof(C))] public int[]? B; public static int C;",
        "POOL114 at 'B': Give 'B' the name of a settable int member of 'A', as in [RentedArray(nameof(Count))]: 'C' is static")]
    [InlineData("[RentedArray(nameof(C))] public int[]? B; [KeepOnReset] public int C;",
        "POOL114 at 'B': Give 'B' the name of a settable int member of 'A', as in [RentedArray(nameof(Count))]: "
            + "'C' is marked with [KeepOnReset]")]
    [InlineData("[RentedArray(nameof(C))] public int[]? B; [field: KeepOnReset] public int C { get; set; }",
        "POOL114 at 'B': Give 'B' the name")]
    [InlineData("[RentedArray(nameof(C))] public int[]? B { get; private set; } public int C { get; private set; }")]
    [InlineData("[RentedArray(nameof(C))] public List<int>?[]? B; [RentedArray(nameof(C))] public string[] D = []; "
        + "public int C { get => _c; set => _c = value; } private int _c = 4;")]
    public Task Analyze_CountsOfPooledArrays_MustBeSettableInts(string members, params string[] expected) =>
        ExpectOfClass(members, expected);

    [Theory]
    [InlineData("[RentedArray(nameof(C))] public List<int>? B;",
        "POOL115 at 'B': Make 'B' a one-dimensional array, or remove [RentedArray]")]
    [InlineData("[RentedArray(nameof(C))] public int[,]? B;",
        "POOL115 at 'B': Make 'B' a one-dimensional array, or remove [RentedArray]")]
    [InlineData("[RentedArray(nameof(C))] public unsafe int*[]? B;",
        "POOL115 at 'B': Make 'B' a one-dimensional array, or remove [RentedArray]")]
    [InlineData("[RentedArray(nameof(C))] public PooledArray<int>? B;",
        "POOL115 at 'B': Make 'B' a one-dimensional array, or remove [RentedArray]")]
    [InlineData("[RentedArray(nameof(C))] public int[]? B { get; init; }", "POOL115 at 'B': Make 'B' settable, or remove [RentedArray]")]
    [InlineData("[RentedArray(nameof(C))] public readonly int[] B = [];", "POOL115 at 'B': Make 'B' settable, or remove [RentedArray]")]
    [InlineData("[RentedArray(nameof(C))] public int[] B = new int[4];",
        "POOL115 at 'B': Make 'B' null or empty in a new object, or remove [RentedArray]")]
    [InlineData("[RentedArray(nameof(C))] public int[] B = { 1 };",
        "POOL115 at 'B': Make 'B' null or empty in a new object, or remove [RentedArray]")]
    [InlineData("[RentedArray(nameof(C))] public int[] B = s_b; private static readonly int[] s_b = [1];",
        "POOL115 at 'B': Make 'B' null or empty in a new object, or remove [RentedArray]")]
    [InlineData("[RentedArray(nameof(C)), KeepOnReset] public int[]? B;",
        "POOL115 at 'B': Make 'B' a member that is reset, without [KeepOnReset], or remove [RentedArray]")]
    [InlineData("[RentedArray(\"D\")] public int B;",
        "POOL115 at 'B': Make 'B' a one-dimensional array", "POOL114 at 'B': Give 'B' the name")]
    [InlineData("[RentedArray(nameof(C))] public int[] B = new int[0]; [RentedArray(nameof(C))] public int[] D = Array.Empty<int>(); "
        + "[RentedArray(nameof(C))] public int[][] E = null!; [RentedArray(nameof(C))] public string?[]?[]? F; "
        + "[RentedArray(nameof(C))] public int[][,]? G;")]
    public Task Analyze_MembersOfPooledArrays_MustBeSettableArrays(string members, params string[] expected) =>
        ExpectOfClass("public int C; " + members, expected);

    [Theory]
    [InlineData("public partial class A { [RentedArray(nameof(C))] public int[]? B; public int C; }",
        "POOL116 at 'B': Remove [RentedArray] from 'B', or mark 'A' with [PooledEncodeable]")]
    [InlineData("[PooledEncodeable] public partial class A { [RentedArray(nameof(C))] public static int[]? B; public int C; }",
        "POOL116 at 'B': Remove [RentedArray] from 'B': it is static")]
    [InlineData("[PooledEncodeable] public partial class A { [RentedArray(nameof(C))] public int[]? B => null; public int C; }",
        "POOL116 at 'B': Remove [RentedArray] from 'B': it stores nothing")]
    public Task Analyze_PooledArrayOfNothing_IsReported(string source, params string[] expected) => Expect(source, expected);

    [Theory]
    [InlineData("public void RentB() { }", "POOL105 at 'RentB': Remove 'RentB' from 'A'")]
    [InlineData("public int[]? _rentedB;", "POOL105 at '_rentedB': Remove '_rentedB' from 'A'")]
    public Task Analyze_HandWrittenRent_IsReported(string members, params string[] expected) =>
        ExpectOfClass("[RentedArray(nameof(C))] public int[]? B; public int C; " + members, expected);

    [Fact]
    public Task Analyze_PooledArrayOfAPlainBaseClass_AsksForTheAttributeThere() => Expect(
        "public class Base { [RentedArray(nameof(C))] public int[]? B; public int C; } [PooledEncodeable] public partial class A : Base;",
        "POOL116 at 'B': Remove [RentedArray] from 'B', or mark 'Base' with [PooledEncodeable]",
        "POOL107 at 'A': Mark the base class 'Base' with [PooledEncodeable]");

    [Fact]
    public Task Analyze_CircleThroughPooledArrays_IsReported() => ExpectOfClass(
        "[RentedArray(nameof(C))] public A[]? B; public int C;",
        ["POOL106 at 'B': Break the cycle A -> A: make 'B'"]);

    private static Task ExpectOfClass(string members, string[] expected) =>
        Expect("[PooledEncodeable] public partial class A { " + members + " }", expected);

    private static async Task Expect(string source, params string[] expected)
    {
        AssertMessages(expected, await Compiler.AnalyzeAsync(source));
        if (!expected.Any(IsError))
            Compiler.Load(source);
    }

    private static bool IsError(string message) => !message.StartsWith("POOL112", StringComparison.Ordinal)
        && !message.StartsWith("POOL113", StringComparison.Ordinal) && !message.StartsWith("POOL116", StringComparison.Ordinal);

    private static void AssertMessages(string[] expected, string[] found)
    {
        Assert.True(expected.Length == found.Length, $"Expected:\n{string.Join('\n', expected)}\nfound:\n{string.Join('\n', found)}");
        Assert.All(expected.Zip(found), static pair => Assert.StartsWith(pair.First, pair.Second));
    }
}
