using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Encodeables;

/// <content>Tests what members a return finds, and what a reset may take from another object.</content>
public sealed partial class PooledEncodeableAnalyzerTests
{
    private const string Parts = "[PooledEncodeable] public partial class Part { public int Number; } "
        + "public struct S { public Part? P; public void VisitNested(ref NestedVisitor nested) => nested.Visit(P); } "
        + "public struct Plain { public int A; public Action<Part>? B; } public struct Holder { public Part? P; } "
        + "public class Parts : List<Part>; public struct Deep<T> { public Deep<Deep<T>>[]? Inner; public T? Value; } ";

    private const string Hand = "private EncodeableState _state; "
        + "ref EncodeableState IPooledEncodeable.PoolState => ref _state; void IPooledEncodeable.Reset() { } "
        + "void IPooledEncodeable.VisitNested(ref NestedVisitor nested) { }";

    [Theory]
    [InlineData("S?")]
    [InlineData("S[][]?")]
    [InlineData("List<S?>?")]
    [InlineData("Dictionary<S, int>?")]
    [InlineData("(Part? A, int B)")]
    [InlineData("Tuple<int, Part>?")]
    [InlineData("KeyValuePair<int, Part>")]
    [InlineData("Memory<Part>")]
    [InlineData("System.Collections.ObjectModel.ObservableCollection<Part>?")]
    [InlineData("System.Collections.Immutable.ImmutableArray<Part>")]
    [InlineData("PriorityQueue<Part, int>?")]
    [InlineData("IEnumerable<Part>?")]
    [InlineData("Parts?")]
    [InlineData("Dictionary<Part, int>?")]
    [InlineData("Dictionary<int, List<Part>>?")]
    [InlineData("Part[][]?")]
    [InlineData("Part[,]?")]
    [InlineData("Holder")]
    [InlineData("PooledRef<Part>")]
    [InlineData("List<PooledArray<byte>>?")]
    [InlineData("PooledArray<PooledArray<byte>>?")]
    [InlineData("PooledArray<List<Part>>?")]
    [InlineData("List<EncodeableList<Part>>?")]
    public async Task Analyze_PooledObjectsThatAReturnDoesNotFind_AreReported(string type)
    {
        string member = $"public {type} B {{ get; set; }}";
        await Expect(Parts + $"[PooledEncodeable] public partial class A {{ {member} }}",
            "POOL118 at 'B': Make 'B' a pooled object, or an array, List<T> or PooledArray<T> of them, or mark it");
        await Expect(Parts + $"[PooledEncodeable] public partial class A {{ [KeepOnReset] {member} }}");
        await Expect(Parts + $"public class Base {{ {member} }} [PooledEncodeable] public partial class A : Base;",
            "POOL107 at 'A': Mark the base class 'Base'");
    }

    [Theory]
    [InlineData("Part B { get; set; } = new() { Number = 5 };", "POOL118 at 'B': Make 'B' null or a bare 'new()'")]
    [InlineData("Part B { get; init; } = new Part { Number = 5 };", "POOL118 at 'B': Make 'B' null or a bare 'new()'")]
    [InlineData("Made B { get; set; } = new(5);", "POOL118 at 'B': Make 'B' null or a bare 'new()'")]
    [InlineData("Made B { get; } = new(5);", "POOL104 at 'B': Make 'B' settable")]
    [InlineData("Part B { get; } = new() { Number = 5 };", "POOL104 at 'B': Make 'B' settable")]
    [InlineData("Part B { get; } public A() => B = new() { Number = 5 };", "POOL104 at 'B': Make 'B' settable")]
    [InlineData("ByHand B { get; set; } = new(5) { Number = 5 };", "POOL118 at 'B': Make 'B' null or a bare 'new()'")]
    [InlineData("Kinds B { get; set; } = new();", "POOL118 at 'B': Make 'B' null or a bare 'new()'")]
    [InlineData("Many B { get; } = new();", "POOL104 at 'B': Make 'B' settable")]
    [InlineData("Part? B; [KeepOnReset] public Part C { get; } = new() { Number = 5 };")]
    [InlineData("Part B { get; } = new(); public Made C { get; set; } = new(); public ByHand D { get; } = new(5); "
        + "public Lazy E = new(); public Part F { get; } = new() { };")]
    public Task Analyze_PooledObjectsWithContent_AreReported(string member, params string[] expected) => Expect(
        Parts + "[PooledEncodeable] public partial class Made { public Made() { } public Made(int a) => A = a; "
            + "public int A; } [PooledEncodeable] public partial class Kinds { private Kinds() { } "
            + "public Kinds(int kind = 1) => Kind = kind; public int Kind; } [PooledEncodeable] public partial class "
            + "Many { private Many() { } public Many(params int[] a) => Kind = a.Length + 1; public int Kind; } "
            + "public class Lazy : IPooledEncodeable { public Lazy(int a = 1) => _ = a; " + Hand
            + " } public class ByHand : IPooledEncodeable { public ByHand(int a) => _ = a; public int Number; " + Hand
            + " } [PooledEncodeable] public partial class A { public " + member + " }",
        expected);

    [Theory]
    [InlineData("Action<EncodeableList<Part>>?")]
    [InlineData("List<Func<Part[][]>>?")]
    [InlineData("EncodeablePool<Part>?")]
    [InlineData("IComparer<Part>?")]
    [InlineData("IReadOnlyList<IEqualityComparer<Part>>?")]
    [InlineData("WeakReference<Part>?")]
    [InlineData("Part?[]?")]
    [InlineData("IReadOnlyList<Part>?")]
    [InlineData("IReadOnlyDictionary<Part, Part>?")]
    [InlineData("PooledArray<S>?")]
    [InlineData("S[]?")]
    [InlineData("List<S>?")]
    [InlineData("IReadOnlyDictionary<int, S>?")]
    [InlineData("List<Plain>?")]
    [InlineData("(int A, List<string>[] B)")]
    [InlineData("Deep<int>")]
    public Task Analyze_OtherTypesOfMembers_AreFine(string type) =>
        Expect(Parts + $"[PooledEncodeable] public partial class A {{ public {type} B {{ get; set; }} }}");

    [Theory]
    [InlineData("public A() { OnDone = Finish; Changed += () => Count++; } public Action? OnDone; public event "
        + "Action? Changed;",
        "POOL108 at 'OnDone': Give 'OnDone' an initializer", "POOL108 at 'Changed': Give 'Changed' an initializer")]
    [InlineData("public A() => D = (Finish, 1); public (Action A, int B) D;",
        "POOL108 at 'D': Give 'D' an initializer")]
    [InlineData("public A() { Finish(); D = [new object()]; } public "
        + "System.Collections.Immutable.ImmutableArray<object> D;",
        "POOL108 at 'D': Give 'D' an initializer")]
    [InlineData("public A() { Finish(); D = [\"\"]; } public System.Collections.Immutable.ImmutableArray<string> D;")]
    [InlineData("public A() => OnDone = Finish; public readonly Action OnDone; "
        + "public System.Collections.Immutable.ImmutableArray<object> D { get; }")]
    [InlineData("public Action OnDone { get; set; } = () => { };")]
    [InlineData("public A() { OnDone = static () => { }; Count = 2; } public Action OnDone;")]
    public Task Analyze_ConstructorCodeThatBindsToTheObject_IsReported(string members, params string[] expected) =>
        ExpectOfClass(members + " public int Count; private void Finish() => Count++;", expected);

    [Fact]
    public Task Analyze_ImmutableCollectionOfOtherObjects_IsNotSharedByObjects() => ExpectOfClass(
        "public System.Collections.Immutable.ImmutableArray<List<int>> B = [\n#line 9\nnew()]; public Func<int> C = "
            + "() =>\n#line 9\n1;",
        ["POOL110 at 'B': Set 'B' from a static member of 'A' instead"]);

    [Fact]
    public Task Analyze_ReadOnlyValuesOfAnAbstractClass_Stay() => Expect(
        "[PooledEncodeable] public abstract partial class A { public A() { for (int i = 0; i < 3; i++) B += i; } "
            + "public readonly int B; }");

    [Theory]
    [InlineData("public Stream Z { get; } = new MemoryStream(); [PooledEncodeable] public partial class Line;",
        "POOL104 at 'Z': Make 'Z' settable")]
    [InlineData("public class Line { public struct PoolPolicy; public PoolPolicy Policy; }")]
    [InlineData("public PoolPolicy B; public static class Line { }",
        "POOL117 at 'PoolPolicy': Give 'PoolPolicy' another name")]
    public Task Analyze_ClassWithANestedClass_IsReadWithoutIt(string members, params string[] expected) =>
        Expect("using System.IO; public struct PoolPolicy; [PooledEncodeable] public partial class A { " + members
            + " }", expected);

    [Theory]
    [InlineData("public string Pool = \"\";", "public int B() => new Outer { Pool = \"x\" } is { Pool: \"\" } o ? "
        + "o?.Pool.Length ?? 0 : 1;")]
    [InlineData("public static string Pool() => \"\";", "public string B() => Pool();")]
    [InlineData("public static string Pool = \"\";", "public string B(int Pool) => Outer.Pool + Pool;")]
    [InlineData("public static string Pool = \"\";", "public string B { get; set; } = Pool;",
        "POOL117 at 'Pool': Give 'Pool' another name: a member with this name is generated for the class and hides it")]
    [InlineData("public static void OnReset() { }", "public void B() => OnReset();", "POOL117 at 'OnReset'")]
    [InlineData("public void OnReset() { }", "public void B(Outer? o) => o?.OnReset();")]
    [InlineData("public const int Pool = 3;", "public int B() => Pool;", "POOL117 at 'Pool'")]
    public Task Analyze_MembersOfTheOuterClass_MustNotBeHidden(string outer, string inner, params string[] expected) =>
        Expect("public partial class Outer { " + outer + " [PooledEncodeable] public partial class A { "
            + inner + " } }", expected);

    [Fact]
    public Task Analyze_AbstractClass_HidesNoPool() => Expect(
        "public partial class Outer { public static string Pool = \"\"; "
            + "[PooledEncodeable] public abstract partial class A { public string B() => Pool; } }");

    [Theory]
    [InlineData("private long _usageItems; public List<int> Items { get; set; } = []; public long Uses => "
        + "_usageItems++;",
        "POOL105 at '_usageItems': Remove '_usageItems' from 'A'")]
    [InlineData("private long _usageItems; public int Items { get; set; } public long Uses => _usageItems++;")]
    public Task Analyze_NameOfAUsage_IsReported(string members, params string[] expected) =>
        ExpectOfClass(members, expected);

    [Theory]
    [InlineData("public partial class D() : Base(5);", "POOL108 at 'D': Give 'Base' an initializer")]
    [InlineData("public partial class D() : Base();")]
    [InlineData("public partial class D : Base { public new string Kind { get; set; } = \"\"; public D() { base.Kind "
        + "= 5; } }",
        "POOL108 at '5': Give 'Kind' an initializer")]
    [InlineData("public partial class D : Base { public D() { base.Kind = 5; } }")]
    [InlineData("public partial class D : Base { public D() => Written = Path(); private static string Path("
        + "[System.Runtime.CompilerServices.CallerFilePath] string path = \"\") => path; }",
        "POOL108 at 'Path()': Give 'Written' an initializer")]
    public Task Analyze_ValuesForTheBaseClass_MustBeRepeatable(string derived, params string[] expected) => Expect(
        "[PooledEncodeable] public partial class Base { public int Kind { get; set; } public Base() { } "
            + "public string Written { private get; set; } = \"\"; "
            + "public Base(int kind) => Kind = kind; } [PooledEncodeable] " + derived,
        expected);

    [Theory]
    [InlineData("public D() => Log = [];")]
    [InlineData("public D() => Field = [];")]
    [InlineData("public D() { if (Uses == 0) Uses = 1; }")]
    [InlineData("public new int Uses; public D() => base.Uses = 1;")]
    [InlineData("public D() { if (Uses == 0) Number = 1; }", "POOL108 at 'D': Give 'Base' an initializer")]
    public Task Analyze_ConstructorThatSetsInheritedMembersThatAreKept_IsFine(
        string members, params string[] expected) => Expect(
            "[PooledEncodeable] public partial class Base { [KeepOnReset] public int Uses; public int Number; "
                + "[KeepOnReset] public List<int>? Log { get; set; } "
                + "[field: KeepOnReset] public List<int>? Field { get; set; } } "
                + "[PooledEncodeable] public partial class D : Base { " + members + " }",
            expected);

    [Theory]
    [InlineData("B() => Init();", "public override void Init() => Items = [1]; public List<int>? Items;",
        "POOL108 at 'Items': Give 'Items' an initializer")]
    [InlineData("B() => Init();", "public override void Init() => Number = 3;",
        "POOL108 at 'D': Give 'B' an initializer")]
    [InlineData("B() => Init();", "public override void Init() => Count = Number; public int Count; "
        + "public List<int> Items = [];")]
    [InlineData("B() => Init();", "public override void Init() => Items = [1]; public D() => Items = null; "
        + "public List<int>? Items;")]
    [InlineData("B() => Init();", "public override void Init() => Kept = 3; public override string ToString() => "
        + "$\"{Items.Count}\"; public List<int> Items = [];")]
    [InlineData("B() => Number = 3;", "public override void Init() => Items.Add(1); public List<int> Items = [];")]
    [InlineData("B() => Number = Next(); private static int Next() => 3;",
        "public override void Init() => Items.Add(1); public List<int> Items = [];")]
    [InlineData("B() => Number = GetType().Name.Length;",
        "public override void Init() => Items.Add(1); public List<int> Items = [];")]
    [InlineData("B() => Number = Kind;",
        "public override int Kind => 5; public override void Init() => Items.Add(1); public List<int> Items = [];",
        "POOL108 at 'D': Give 'B' an initializer")]
    [InlineData("B() : this(4) { } protected B(int a) => Number = a;",
        "public override void Init() => Items.Add(1); public List<int> Items = [];")]
    [InlineData("B() : this(4) { } protected B(int a) { Number = a; Init(); }",
        "public override void Init() => Items.Add(1); public List<int> Items = [];",
        "POOL108 at 'Items': Give 'Items' an initializer")]
    [InlineData("B(int a = 0) { _ = a; Init(); } protected B() { }",
        "public override void Init() => Items.Add(1); public List<int> Items = [];")]
    [InlineData("B() => GC.KeepAlive(this);", "public List<int> Items = [];")]
    [InlineData("B() => GC.KeepAlive(this);", "public override int Kind => Items.Count; public List<int> Items = [];",
        "POOL108 at 'Items': Give 'Items' an initializer")]
    public Task Analyze_BaseConstructorThatCallsOverrides_MustBeRepeatable(
        string constructor, string members, params string[] expected) => Expect(
            "[PooledEncodeable] public partial class B { public virtual void Init() { } public virtual int Kind => 3; "
                + "[KeepOnReset] public int Kept; public int Number = 2; protected " + constructor + " } "
                + "[PooledEncodeable] public partial class D : B { " + members + " }",
            expected);

    // In an editor, classes of another project have their source, but not in this compilation.
    [Theory]
    [InlineData("public class Base { public int A = 3; }", "", "POOL107 at 'D': Mark the base class 'Base'")]
    [InlineData("[PooledEncodeable] public partial class Base { public int A; public Base() => Init(); "
        + "public virtual void Init() => A = 3; }", "public override void Init() => B = 3; public int B;")]
    [InlineData("[PooledEncodeable] public partial class Base { public int A; [KeepOnReset] public int B; }",
        "public D() { A = 3; B = 4; }")]
    [InlineData("[PooledEncodeable] public partial class Base { public virtual int A { get; set; } "
        + "public readonly EncodeableList<Part> B = new(Part.Pool); } "
        + "[PooledEncodeable] public partial class Part;", "")]
    public async Task Analyze_BaseClassOfAnotherProject_IsReadWithoutItsCode(
        string baseClass, string members, params string[] expected)
    {
        Compilation library = Compiler.Compilation(baseClass);
        Compiler.Driver(library).RunGeneratorsAndUpdateCompilation(library, out library, out _);

        AssertMessages(expected, await Compiler.AnalyzeAsync(Compiler.Compilation(
            "[PooledEncodeable] public partial class D : Base { " + members + " }")
            .AddReferences(library.ToMetadataReference())));
    }

    [Theory]
    [InlineData("public int Kind;")]
    [InlineData("public List<int>? Kind;", "POOL107 at 'D': Mark the base class 'C' with [PooledEncodeable]")]
    public Task Analyze_PlainClassWhoseOverridesABaseConstructorCalls_MustBeRepeatable(
        string member, params string[] expected) => Expect(
            "[PooledEncodeable] public partial class B { protected B() => Init(); public virtual void Init() { } } "
                + $"public class C : B {{ public override void Init() => Kind = new(); {member} }} "
                + "[PooledEncodeable] public partial class D : C { public List<int> Items = []; }",
            expected);

    [Theory]
    [InlineData("object B { get; set; } = Of();", "POOL110 at 'B': Set 'B' from a static member of 'A' instead")]
    [InlineData("object B { get; set; } = Of(\"b\");")]
    [InlineData("string B { get; set; } = Of();")] // taken from an unused object
    public Task Analyze_InitialiserThatPassesItsPlace_IsReported(string member, params string[] expected) =>
        ExpectOfClass(
            "public " + member + " private static string Of([System.Runtime.CompilerServices.CallerMemberName] string "
                + "name = \"\") => name;",
            expected);

    [Theory]
    [InlineData("int[]?")]
    [InlineData("Part?[]?")]
    public Task Analyze_CountThatCannotBeRead_IsReported(string type) => Expect(
        Parts + $"[PooledEncodeable] public partial class A {{ [RentedArray(nameof(N))] public {type} B; public int "
            + $"N {{ set {{ }} }} }}",
        "POOL114 at 'B': Give 'B' the name of a settable int member of 'A', as in [RentedArray(nameof(Count))]: 'N' "
            + "has no getter");

    [Fact]
    public Task Analyze_PropertiesOfInterfaces_HaveStorage() => Expect(
        "namespace N.M { public interface I<T> { T X { get; set; } } } [PooledEncodeable] public partial class A : "
            + "N.M.I<int>, N.M.I<(string[] A, global::N.M.I<int> B)?> { int N.M.I<int>.X { get; set; } (string[] A, "
            + "global::N.M.I<int> B)? global::N.M.I<(string[] A, global::N.M.I<int> B)?>.X { get; set; } }");
}
