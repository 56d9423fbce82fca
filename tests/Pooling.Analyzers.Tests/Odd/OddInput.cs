using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.Analyzers.Odd;

/// <summary>One legal program for the generators, in a file and a namespace of its own.</summary>
/// <param name="Name">What it is about.</param>
/// <param name="Source">Its code.</param>
/// <param name="Answer">What the generators may answer.</param>
/// <param name="Since">The oldest language that it is written in.</param>
/// <param name="Id">The diagnostic, where one is required.</param>
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

/// <summary>What the generators may answer to an input.</summary>
internal enum OddAnswer
{
    /// <summary>Code without a warning, and no error of ours.</summary>
    Code,

    /// <summary>Code without a warning, or an error of ours at the place: names that belong to the generated code.</summary>
    CodeOrError,

    /// <summary>An error of ours at the place.</summary>
    Error,

    /// <summary>Anything but a crash: the input is no legal C#.</summary>
    Broken,
}
