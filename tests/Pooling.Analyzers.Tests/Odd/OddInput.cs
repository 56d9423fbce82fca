using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.Analyzers.Odd;

/// <summary>A legal program for the generators, in a separate file and namespace.</summary>
/// <param name="Name">The name of the case.</param>
/// <param name="Source">Its code.</param>
/// <param name="Answer">The permitted answer of the generators.</param>
/// <param name="Since">The oldest supported version of the language.</param>
/// <param name="Id">The diagnostic, if one is required.</param>
internal sealed record OddInput(string Name, string Source, OddAnswer Answer = OddAnswer.Code,
    LanguageVersion Since = LanguageVersion.CSharp9, string? Id = null)
{
    private const string Usings = """
        using System;
        using System.Collections.Generic;
        using System.Threading;
        using System.Threading.Tasks;
        using Pooling.Buffers;
        using Pooling.Dispatch;
        using Pooling.Encodeables;

        """;

    internal static OddInput InNamespace(string name, string space, string members, OddAnswer answer = OddAnswer.Code,
        LanguageVersion since = LanguageVersion.CSharp9, string? id = null) =>
        new(name, $"{Usings}namespace {space}\n{{\n{members}\n}}\n", answer, since, id);

    internal static OddInput Whole(string name, string members, OddAnswer answer = OddAnswer.Code,
        LanguageVersion since = LanguageVersion.CSharp9, string? id = null) =>
        new(name, Usings + members, answer, since, id);
}

/// <summary>Specifies the permitted answer of the generators to an input.</summary>
internal enum OddAnswer
{
    /// <summary>Code without a warning, and without an error of ours.</summary>
    Code,

    /// <summary>Code without a warning, or an error of ours at the location: for names that belong to the generated code.</summary>
    CodeOrError,

    /// <summary>An error of ours at the location.</summary>
    Error,

    /// <summary>Anything except an exception: the input is not legal C#.</summary>
    Broken,
}
