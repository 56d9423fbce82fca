#if !NET
namespace System.Diagnostics.CodeAnalysis;

/// <summary>Suppresses a warning of the trimmer, which does not exist on this framework.</summary>
[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
internal sealed class UnconditionalSuppressMessageAttribute(string category, string checkId) : Attribute
{
    public string Category { get; } = category;

    public string CheckId { get; } = checkId;

    public string? Justification { get; set; }
}
#endif
