using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.Conventions;

/// <summary>Tests that every public type is used by a sample, an application, a benchmark, or the program of a guide.</summary>
public sealed class PublicTypeUseTests
{
    [Fact]
    public void Type_OfThePublicApi_IsUsedByASampleABenchmarkOrAGuide()
    {
        HashSet<string> named = [.. NamesInCode()];
        HashSet<string> compiled = [.. NamesInGuides()];

        Assert.Contains("Pooling.Objects.MagazinePool`1", compiled); // otherwise nothing was read
        Assert.Contains("MagazinePool", named);
        Violations.AssertNone(
            from type in LibraryTypes.Public
            where !compiled.Contains(type.FullName!.Replace('+', '/'))
                && !named.Contains(type.Name.Split('`')[0])
                && !(type.BaseType == typeof(Attribute) && named.Contains(type.Name[..^nameof(Attribute).Length]))
            select type.FullName);
    }

    [Fact]
    public void Names_OfAProgram_AreThoseOfTheLibraryThatItRefersTo()
    {
        byte[] program = ExampleTests.Image("""
            using Pooling.Dispatch;

            OpcodeDispatcher<int> dispatcher = new OpcodeDispatcherBuilder<int>()
                .OnFault(static (in int _, ushort _, Exception _) => { })
                .Build();
            Console.WriteLine(dispatcher.Handles(1));
            """);

        Assert.Equal(
            ["Pooling.Dispatch.OpcodeDispatcherBuilder`1", "Pooling.Dispatch.OpcodeDispatcher`1", "Pooling.Dispatch.OpcodeFaultHandler`1"],
            NamesIn(program).Order(StringComparer.Ordinal));
    }

    /// <summary>Returns the identifiers in the code of samples and benchmarks, which all use the library.</summary>
    private static IEnumerable<string> NamesInCode() =>
        from root in new[] { "benchmarks", "samples" }
        from file in RepositoryTree.CSharpFiles(root)
        from token in CSharpSyntaxTree.ParseText(File.ReadAllText(RepositoryTree.PathOf(root, file))).GetRoot().DescendantTokens()
        where token.IsKind(SyntaxKind.IdentifierToken)
        select token.Text;

    private static IEnumerable<string> NamesInGuides() => ExampleTests.Programs().SelectMany(NamesIn);

    /// <summary>Returns the types of the library to which a compiled program refers, including those that its source does not
    /// name.</summary>
    private static string[] NamesIn(byte[] program)
    {
        using var image = new PEReader(new MemoryStream(program));
        MetadataReader metadata = image.GetMetadataReader();
        return
        [
            .. metadata.TypeReferences.Where(handle => IsOfTheLibrary(metadata, handle)).Select(handle => NameOf(metadata, handle)),
        ];
    }

    private static bool IsOfTheLibrary(MetadataReader metadata, TypeReferenceHandle handle)
    {
        EntityHandle scope = metadata.GetTypeReference(handle).ResolutionScope;
        return scope.Kind switch
        {
            HandleKind.TypeReference => IsOfTheLibrary(metadata, (TypeReferenceHandle)scope),
            HandleKind.AssemblyReference =>
                metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)scope).Name) == nameof(Pooling),
            _ => false,
        };
    }

    private static string NameOf(MetadataReader metadata, TypeReferenceHandle handle)
    {
        TypeReference type = metadata.GetTypeReference(handle);
        string name = metadata.GetString(type.Name);
        return type.ResolutionScope.Kind == HandleKind.TypeReference
            ? NameOf(metadata, (TypeReferenceHandle)type.ResolutionScope) + "/" + name
            : metadata.GetString(type.Namespace) + "." + name;
    }
}
