using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.Analyzers.Encodeables;

/// <content>Tests that an edit causes no unnecessary work.</content>
public sealed partial class PooledEncodeableGeneratorTests
{
    private const string Classes = """
        [PooledEncodeable] public partial class A { public int Value { get; set; } = 1; public List<string> Names { get; } = new(); }
        [PooledEncodeable] public partial class B { public A? Child { get; set; } public Guid Id = Guid.NewGuid(); public int Read() => 1; }
        """;

    private const string Elsewhere = "public static class Other { public static int Answer() => 42; }";

    public static TheoryData<string, string, string> UnrelatedEdits => new()
    {
        { "a file is changed that has no encodeables", Classes, Elsewhere.Replace("42", "43") },
        { "a method of an encodeable is changed", Classes.Replace("Read() => 1", "Read() => 2"), Elsewhere },
        { "a comment and a line are put above", "// A comment.\n\n" + Classes, Elsewhere },
        { "another type is added to the file", Classes + "\npublic class More;", Elsewhere },
        { "nothing", Classes, Elsewhere },
    };

    [Theory]
    [MemberData(nameof(UnrelatedEdits))]
    public void Generate_AfterAnUnrelatedEdit_RegeneratesNothing(string edit, string classes, string elsewhere)
    {
        GeneratorRunResult result = RunAgain([Classes, Elsewhere], [classes, elsewhere]);

        IncrementalStepRunReason[] models = Reasons(result.TrackedSteps[PooledEncodeableGenerator.ModelStep]);
        Assert.True(models.Length == 2
            && models.All(reason => reason is IncrementalStepRunReason.Cached or IncrementalStepRunReason.Unchanged),
            $"{edit}: {string.Join(' ', models)}");
        IncrementalStepRunReason[] outputs = Reasons(result.TrackedOutputSteps.SelectMany(step => step.Value));
        Assert.True(outputs.Length == 2 && outputs.All(reason => reason is IncrementalStepRunReason.Cached),
            $"{edit}: {string.Join(' ', outputs)}");
    }

    [Fact]
    public void Generate_AfterAnInitialiserChanges_RegeneratesThatClassOnly()
    {
        GeneratorRunResult result = RunAgain([Classes, Elsewhere], [Classes.Replace("= 1;", "= 2;"), Elsewhere]);

        Assert.Equal(
            [IncrementalStepRunReason.Modified, IncrementalStepRunReason.Cached],
            Reasons(result.TrackedOutputSteps.SelectMany(step => step.Value)));
        Assert.Contains("this.Value = 2;", result.GeneratedSources[0].SourceText.ToString());
    }

    [Fact]
    public void Models_OfAllSteps_HoldNoSymbolsOrSyntax()
    {
        Compilation compilation = Compiler.Compilation([Classes, Elsewhere]);
        GeneratorRunResult result = Compiler.Driver(compilation).RunGenerators(compilation).GetRunResult().Results.Single();

        object model = result.TrackedSteps[PooledEncodeableGenerator.ModelStep].First().Outputs.Single().Value;
        Assert.All(Reachable(model, []), static value =>
            Assert.False(value is ISymbol or SyntaxNode or SyntaxTree or Compilation or Location, value.GetType().FullName));
    }

    private static GeneratorRunResult RunAgain(string[] before, string[] after)
    {
        CSharpCompilation compilation = Compiler.Compilation(before);
        GeneratorDriver driver = Compiler.Driver(compilation).RunGenerators(compilation);
        Compilation edited = compilation;
        for (int i = 0; i < after.Length; i++)
        {
            SyntaxTree tree = compilation.SyntaxTrees[i];
            if (after[i] != before[i])
            {
                edited = edited.ReplaceSyntaxTree(tree,
                    CSharpSyntaxTree.ParseText(after[i], (CSharpParseOptions)tree.Options, tree.FilePath));
            }
        }

        return driver.RunGenerators(edited).GetRunResult().Results.Single();
    }

    private static IncrementalStepRunReason[] Reasons(IEnumerable<IncrementalGeneratorRunStep> steps) =>
        [.. steps.SelectMany(static step => step.Outputs).Select(static output => output.Reason)];

    private static IEnumerable<object> Reachable(object value, HashSet<object> seen)
    {
        if (value is string || value.GetType().IsPrimitive || !seen.Add(value))
            yield break;

        yield return value;
        IEnumerable<object?> inside = value is System.Collections.IEnumerable items
            ? items.Cast<object?>()
            : value.GetType()
                .GetFields(System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic
                    | System.Reflection.BindingFlags.Public)
                .Select(field => field.GetValue(value));
        foreach (object each in inside.OfType<object>().SelectMany(item => Reachable(item, seen)))
            yield return each;
    }
}
