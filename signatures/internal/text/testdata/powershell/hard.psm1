#Requires -Version 7.0
using module ./Shapes.psm1
using namespace System.Collections.Generic
Import-Module -Name "$PSScriptRoot/Private.psm1"
Import-Module Pester
. ./helpers.ps1
. "$PSScriptRoot\Sub\more.ps1"

$script:Count = 3
$table = @{
    Name = 'a'
    Run = { param($x) $x }
}

<#
.SYNOPSIS
    Gets a thing. By its name.
.PARAMETER Name
    The name.
#>
function Get-Thing {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true)]
        [string]$Name,

        # How many.
        [ValidateSet('a', 'b')]
        [int]$Count = 3
    )
    begin { $a = "{ not `" code" }
    process {
        function Inner-One { }
        if ($Name) { Write-Output "C:\$Name\" }
    }
}

# Plain parameters.
function Add-Numbers($a, [int] $b = 2) { return $a + $b }

function script:Get-Private
{
    # .SYNOPSIS
    # Inside.
    'it''s { here'
}

filter Skip-Empty { if ($_) { $_ } }

$text = @"
function Not-Code {
"@

enum Color {
    Red
    Green = 2; Blue
}

# A shape.
class Shape : Base {
    [string] $Name
    hidden [int] $Secret = 1
    static [Dictionary[string, int]] $Cache = @{}
    [ValidateNotNull()]
    [string]$Label

    Shape([string]$name) : base($name) {
        $this.Name = $name
    }

    [double] Area([int]$scale) {
        return 0 # TODO: all
    }

    static [Shape] Parse([string]$text) { return [Shape]::new($text) }
}

[Flags()] enum Bits { One = 1 }

Export-ModuleMember -Function Get-Thing, Add-Numbers
