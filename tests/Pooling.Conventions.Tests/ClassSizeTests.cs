using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.Conventions;

/// <summary>Tests that classes are small, including all their files. Only code counts: neither comments nor blank lines.</summary>
public sealed class ClassSizeTests
{
    private const int MaxLines = 1_000;

    // Reads a span member by member, like static classes of extensions, with many independent members.
    private static readonly string[] s_flat = ["BufferReader"];

    [Fact]
    public void Class_OfTheLibrary_HasAtMostAThousandLinesOfCode()
    {
        (string Name, int Lines)[] longest =
        [
            .. from file in RepositoryTree.CSharpFiles(Path.Combine("src", "Pooling"))
               from type in TypesOf(File.ReadAllText(RepositoryTree.PathOf("src", "Pooling", file)))
               group type.Lines by Path.GetDirectoryName(file) + "/" + type.Name into parts
               let lines = parts.Sum()
               where lines > MaxLines
               select (parts.Key, lines),
        ];

        Violations.AssertNone(
            from type in longest
            let name = type.Name.Split('/')[^1]
            where !s_flat.Contains(name)
            select $"{type.Name}: {type.Lines} lines of code");
    }

    [Fact]
    public void Lines_OfAType_AreThoseWithCode() => Assert.Equal(
        [("Part", 5), ("Other", 2)],
        TypesOf("""
            namespace Some.Where;

            /// <summary>Not code.</summary>
            public sealed partial class Part
            {
                // Not code either.
                private int _field; // this line is

                /* nor
                   this */
                private class Nested;
            }

            internal static class Flat
            {
            }

            internal struct Other(
                int value);
            """));

    /// <summary>Returns the types of a file with their lines of code. Static classes are not included, because their members are
    /// independent of each other.</summary>
    private static IEnumerable<(string Name, int Lines)> TypesOf(string source) =>
        from type in CSharpSyntaxTree.ParseText(source).GetRoot().DescendantNodes().OfType<TypeDeclarationSyntax>()
        where type.Parent is BaseNamespaceDeclarationSyntax && !type.Modifiers.Any(SyntaxKind.StaticKeyword)
        select (type.Identifier.Text, LinesOf(type));

    private static int LinesOf(TypeDeclarationSyntax type) => type.DescendantTokens()
        .Select(static token => token.GetLocation().GetLineSpan())
        .SelectMany(static span => Enumerable.Range(
            span.StartLinePosition.Line, span.EndLinePosition.Line - span.StartLinePosition.Line + 1))
        .Distinct()
        .Count();
}
